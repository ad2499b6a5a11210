#include "tests/support/specs.h"

#include <cctype>
#include <filesystem>

#include "checker/driver/specs_in.h"
#include "dsl/source/file_reader.h"

namespace errata::tests {

namespace {

std::string in_letters(std::string name) {
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
}

}  // namespace

std::vector<std::string> specs_under(const std::string& folder) {
    return checker::specs_in(dsl::DiskReader(), std::string(ERRATA_SOURCE_DIR) + folder);
}

std::string litmus_spec(const std::string& name) {
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/specs/litmus";
    for (const std::string& path : dsl::DiskReader().list(folder).value_or(std::vector<std::string>())) {
        if (path.ends_with("/" + name + ".rules")) return path;
    }
    ADD_FAILURE() << "no litmus spec is called " << name;
    return "";
}

std::string name_of_spec(const testing::TestParamInfo<std::string>& info) {
    const std::filesystem::path path(info.param);
    return in_letters(path.lexically_relative(ERRATA_SOURCE_DIR).replace_extension().string());
}

std::string name_of_file(const testing::TestParamInfo<std::string>& info) {
    return in_letters(std::filesystem::path(info.param).stem().string());
}

}  // namespace errata::tests
