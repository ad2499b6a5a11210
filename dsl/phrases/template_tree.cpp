#include "dsl/phrases/template_tree.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace errata::dsl {
namespace {

// Deeper nesting is not readable; the limit also bounds the recursion.
constexpr int max_nesting = 8;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool is_name(std::string_view text) {
    const auto is_inner = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_inner);
}

class TemplateReader {
public:
    explicit TemplateReader(std::string_view text) : text_(text) {}

    TemplateTree read() {
        tree_.root = read_sequence(0);
        while (at_ < text_.size()) {
            complain(at_, std::string("this '") + text_[at_] + "' closes nothing");
            ++at_;
            TemplateNode more = read_sequence(0);
            std::move(more.parts.begin(), more.parts.end(), std::back_inserter(tree_.root.parts));
        }
        return std::move(tree_);
    }

private:
    void complain(std::size_t offset, std::string message) {
        tree_.errors.push_back({static_cast<std::uint32_t>(offset), std::move(message)});
    }

    // Up to a bracket that closes or separates, which is left for the caller.
    TemplateNode read_sequence(int depth) {
        TemplateNode sequence;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == ')' || c == ']' || (c == '|' && depth > 0)) break;
            if (c == '{') {
                read_hole(sequence);
            } else if (c == '[' || c == '(') {
                read_group(sequence, depth);
            } else if (c == '}' || c == '|') {
                complain(at_,
                         c == '}' ? "this '}' closes nothing" : "alternatives stand in parentheses: (a|b)");
                ++at_;
            } else {
                const std::size_t end = std::min(text_.find_first_of("{}[]()|", at_), text_.size());
                sequence.parts.push_back(
                    {TemplateNode::Kind::Text, text_.substr(at_, end - at_), 0, false, {}});
                at_ = end;
            }
        }
        return sequence;
    }

    void read_hole(TemplateNode& sequence) {
        const std::size_t open = at_;
        const std::size_t close = text_.find_first_of("{}", open + 1);
        if (close == std::string_view::npos || text_[close] == '{') {
            complain(open, "this '{' is never closed");
            at_ = std::min(close, text_.size());
            return;
        }
        at_ = close + 1;
        const std::string_view inside = text_.substr(open + 1, close - open - 1);
        const std::size_t colon = inside.find(':');
        const std::string_view name = trimmed(inside.substr(0, colon));
        const std::string_view category =
            colon == std::string_view::npos ? name : trimmed(inside.substr(colon + 1));
        if (!is_name(name) || !is_name(category)) {
            complain(open, "a hole is written {name: category} or {category}");
            return;
        }
        sequence.parts.push_back({TemplateNode::Kind::Hole, {}, hole_named(name, category, open), false, {}});
    }

    std::size_t hole_named(std::string_view name, std::string_view category, std::size_t offset) {
        const auto known = std::find_if(tree_.holes.begin(), tree_.holes.end(),
                                        [&](const TemplateHole& hole) { return hole.name == name; });
        if (known == tree_.holes.end()) {
            tree_.holes.push_back(
                {std::string(name), std::string(category), static_cast<std::uint32_t>(offset), false});
            return tree_.holes.size() - 1;
        }
        if (known->category != category) {
            complain(offset, "the hole '" + known->name + "' is '" + std::string(category) + "' here and '" +
                                 known->category + "' before");
        }
        return static_cast<std::size_t>(known - tree_.holes.begin());
    }

    void read_group(TemplateNode& sequence, int depth) {
        const std::size_t open = at_++;
        const bool optional = text_[open] == '[';
        const char closing = optional ? ']' : ')';
        if (depth >= max_nesting) {
            if (!gave_up_) complain(open, "brackets are nested too deeply");
            gave_up_ = true;
            at_ = text_.size();
            return;
        }
        TemplateNode choice;
        choice.kind = TemplateNode::Kind::Choice;
        bool has_empty = false;
        while (true) {
            choice.parts.push_back(read_sequence(depth + 1));
            has_empty = has_empty || is_blank(choice.parts.back());
            if (at_ >= text_.size() || text_[at_] != '|') break;
            ++at_;
        }
        if (at_ >= text_.size() || text_[at_] != closing) {
            if (!gave_up_) complain(open, std::string("this '") + text_[open] + "' is never closed");
            return;
        }
        ++at_;
        if (has_empty) {
            complain(open, optional ? "an optional part must not be empty"
                                    : "an alternative must not be empty; write [ ] for what may be left out");
        }
        sequence.parts.push_back(optional ? optional_part(std::move(choice), open) : std::move(choice));
    }

    static bool is_blank(const TemplateNode& sequence) {
        return std::all_of(sequence.parts.begin(), sequence.parts.end(), [](const TemplateNode& part) {
            return part.kind == TemplateNode::Kind::Text && trimmed(part.text).empty();
        });
    }

    TemplateNode optional_part(TemplateNode choice, std::size_t open) const {
        TemplateNode optional;
        optional.kind = TemplateNode::Kind::Optional;
        optional.suffix = open > 0 && is_letter(text_[open - 1]) && is_letter(text_[open + 1]);
        optional.parts.push_back(std::move(choice));
        return optional;
    }

    std::string_view text_;
    TemplateTree tree_;
    std::size_t at_ = 0;
    bool gave_up_ = false;  // at the nesting limit; what follows is not read
};

}  // namespace

TemplateTree read_template(std::string_view text) { return TemplateReader(text).read(); }

}  // namespace errata::dsl
