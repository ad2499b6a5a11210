// The screens of a spec on a page: what was laid out on each table and seen to the end, what each printed
// item did there, and the tables that were made for the spec, to be copied. Everything that is said is also
// in the text report.
#pragma once

#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// Nothing if the spec has no screens or nobody asked.
Html screened(const Report& report);

}  // namespace errata::reports::html
