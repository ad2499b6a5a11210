// The lines that the printer writes: indented, long ones broken. It knows nothing of what the author wrote;
// print_page.h brings both together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl::ast {

class Lines {
public:
    void indent(std::size_t blanks) { indent_ += blanks; }
    void outdent(std::size_t blanks) { indent_ -= blanks; }
    void fresh_block() { fresh_ = true; }  // no blank line at the beginning of a block

    // One line; broken at its marks if it is too long.
    void add(const std::string& text);
    // As it stands, but for blanks at ends of lines.
    void add_verbatim(std::string_view text);
    void add_behind(const std::string& text) { lines_.back() += text; }
    // Unless a block begins here or there is one already.
    void add_blank();
    void insert_blank(std::size_t at) { lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), ""); }
    // Takes back the line just written, to go on with it.
    std::string take_last();

    bool fits(const std::string& text) const;
    std::size_t size() const { return lines_.size(); }
    bool is_blank_line(std::size_t at) const { return lines_[at].empty(); }
    std::string text() const;

private:
    std::vector<std::string> lines_;
    std::size_t indent_ = 0;
    bool fresh_ = true;
};

}  // namespace errata::dsl::ast
