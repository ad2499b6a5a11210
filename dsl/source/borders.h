// What a spec may read: files of its own project, and those that come with Errata. Anything else would be
// quoted in messages, or never end.
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

    // Whether the file `from` may read `path`, links followed. A file of the spec reads what lies inside the
    // borders of the spec. A file of Errata's own folder reads what lies in that folder.
    bool hold(const std::string& path, const std::string& from) const;

private:
    bool lies_in(const std::string& path, const std::filesystem::path& folder) const;

    const FileReader& reader_;
    std::filesystem::path root_;
    std::filesystem::path library_;  // empty: there is none
};

// The file of Errata's own folder that an import names ("profiles/stack.rules"), there or not. "" if it can
// name none: a path that is absolute, leads upwards or does not end in .rules, or a reader without a library.
std::string library_file(const FileReader& reader, const std::string& written);

// A path without `.` and `..`, with slashes.
std::string normal_path(const std::string& path);

// The ending of a file's name in lower case: ".csv".
std::string ending_of(const std::string& path);

}  // namespace errata::dsl
