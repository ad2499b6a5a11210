#include "dsl/ast/print_lines.h"

#include <algorithm>

#include "dsl/ast/print_expr.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

namespace {

constexpr std::size_t widest_line = 110;
constexpr std::size_t continuation = 8;  // a continued line stands deeper than the block below it

}  // namespace

void Lines::add(const std::string& text) {
    fresh_ = false;
    std::string current(indent_, ' ');
    if (fits(text)) {
        lines_.push_back(current + unbroken(text));
        return;
    }
    std::size_t begin = 0;
    bool empty = true;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(break_mark, begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        if (!empty && current.size() + 1 + part.size() > widest_line) {
            lines_.push_back(current);
            current = std::string(indent_ + continuation, ' ');
            empty = true;
        }
        current += (empty ? "" : " ") + part;
        empty = false;
        begin = end + 1;
    }
    lines_.push_back(current);
}

void Lines::add_verbatim(std::string_view rest) {
    fresh_ = false;
    while (!rest.empty() && (is_blank(rest.back()) || rest.back() == '\n')) rest.remove_suffix(1);
    std::string current(indent_, ' ');
    while (true) {
        const std::size_t end = rest.find('\n');
        current += rest.substr(0, end);
        while (!current.empty() && is_blank(current.back())) current.pop_back();
        lines_.push_back(current);
        if (end == std::string_view::npos) return;
        current.clear();
        rest.remove_prefix(end + 1);
    }
}

void Lines::add_blank() {
    if (!fresh_ && !lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

bool Lines::fits(const std::string& text) const { return indent_ + text.size() <= widest_line; }

std::string Lines::take_last() {
    std::string taken = lines_.back().substr(indent_);
    lines_.pop_back();
    return taken;
}

std::string Lines::text() const {
    std::string result;
    for (const std::string& line : lines_) result += line + "\n";
    return result;
}

}  // namespace errata::dsl::ast
