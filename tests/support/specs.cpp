#include "tests/support/specs.h"

#include <cctype>
#include <filesystem>

#include "checker/driver/specs_in.h"
#include "dsl/source/file_reader.h"

namespace errata::tests {

std::vector<std::string> specs_under(const std::string& folder) {
    return checker::specs_in(dsl::DiskReader(), std::string(ERRATA_SOURCE_DIR) + folder);
}

std::string name_of_spec(const testing::TestParamInfo<std::string>& info) {
    const std::filesystem::path path(info.param);
    std::string name = path.lexically_relative(ERRATA_SOURCE_DIR).replace_extension().string();
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
}

}  // namespace errata::tests
