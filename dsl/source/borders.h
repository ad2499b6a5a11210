// What a spec may read. Whatever it is made to import, it is nothing but files of its own project: what is
// none would be quoted in messages, or never end.
#pragma once

#include <filesystem>
#include <string>

#include "dsl/source/file_reader.h"

namespace errata::dsl {

class Borders {
public:
    // Of the spec on the command line, a file or a folder: its folder or, where that lies in a folder called
    // `specs`, that one, which holds games and what they share.
    Borders(const FileReader& reader, const std::string& spec);

    // Whether the file lies inside, links followed.
    bool hold(const std::string& path) const;

private:
    const FileReader& reader_;
    std::filesystem::path root_;
};

// A path without `.` and `..`, with slashes.
std::string normal_path(const std::string& path);

// The ending of a file's name in lower case: ".csv".
std::string ending_of(const std::string& path);

}  // namespace errata::dsl
