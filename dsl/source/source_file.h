// Source texts and their line tables. SourceSet owns every file of a run; a Span is meaningful only with its
// set. Positions are 1-based lines and columns; a column counts bytes, as editors' "goto file:line:column"
// does.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/source/span.h"

namespace errata::dsl {

struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

class SourceFile {
public:
    SourceFile(std::string path, std::string text);

    const std::string& path() const { return path_; }
    const std::string& text() const { return text_; }
    Position position(std::uint32_t offset) const;
    // The line without its line break.
    std::string_view line(std::uint32_t number) const;

private:
    std::string path_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
};

class SourceSet {
public:
    std::uint32_t add(std::string path, std::string text);
    const SourceFile& file(std::uint32_t index) const { return files_[index]; }
    std::size_t size() const { return files_.size(); }

    // "path:line:column", or "" for an invalid span.
    std::string place(Span span) const;
    std::string_view text(Span span) const;

private:
    std::deque<SourceFile> files_;  // stable addresses: spans and views outlive later additions
};

}  // namespace errata::dsl
