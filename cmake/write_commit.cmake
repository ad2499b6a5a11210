# cmake -DROOT=FOLDER -DSOURCE=FILE -P write_commit.cmake: writes the source that tells the commit of FOLDER, if it would change.
set(commit)
if(EXISTS ${ROOT}/.git)
    execute_process(COMMAND git --no-optional-locks -C ${ROOT} describe --always --dirty
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(commit)
    endif()
endif()
file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT [[
#include "reports/cli/commit.h"

namespace errata::reports {

std::string_view built_from() { return "@commit@"; }

}  // namespace errata::reports
]])
