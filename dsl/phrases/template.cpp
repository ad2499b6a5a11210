#include "dsl/phrases/template.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "dsl/base/text.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {
namespace {

// The brackets of a template as a tree. Broken templates give a tree of what could be read, and errors.

struct TemplateNode {
    enum class Kind { Text, Hole, Sequence, Choice, Optional };
    Kind kind = Kind::Sequence;
    std::string_view text;            // Text
    std::size_t hole = 0;             // Hole: position in `holes` of the tree
    std::vector<TemplateNode> parts;  // Sequence, Choice; Optional has one
};

struct TemplateTree {
    TemplateNode root;  // views into the template
    std::vector<TemplateHole> holes;
    std::vector<TemplateError> errors;
};

// Deeper nesting is not readable; the limit also bounds the recursion.
constexpr int max_nesting = 8;

// What a template says with a backslash where it is printed.
constexpr const char* template_signs = "{}[]()|";

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed_part(std::string_view text) {
    while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
    return text;
}

bool is_name(std::string_view text) {
    const auto is_inner = [](char c) { return is_name_letter(c) || is_digit(c) || c == '_'; };
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
            if (c == '\\') {
                read_escape(sequence);
            } else if (c == '{') {
                read_hole(sequence);
            } else if (c == '[' || c == '(') {
                read_group(sequence, depth);
            } else if (c == '}' || c == '|') {
                complain(at_,
                         c == '}' ? "this '}' closes nothing" : "alternatives stand in parentheses: (a|b)");
                ++at_;
            } else {
                const std::size_t end = std::min(text_.find_first_of("\\{}[]()|", at_), text_.size());
                sequence.parts.push_back({TemplateNode::Kind::Text, text_.substr(at_, end - at_), 0, {}});
                at_ = end;
            }
        }
        return sequence;
    }

    // A sign that is part of the wording.
    void read_escape(TemplateNode& sequence) {
        const bool is_sign = at_ + 1 < text_.size() &&
                             std::string_view(template_signs).find(text_[at_ + 1]) != std::string_view::npos;
        if (!is_sign) {
            complain(at_,
                     "a backslash stands before one of the signs { } [ ] ( ) | that is part of the wording");
            ++at_;
            return;
        }
        sequence.parts.push_back({TemplateNode::Kind::Text, text_.substr(at_ + 1, 1), 0, {}});
        at_ += 2;
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
        const std::string_view name = trimmed_part(inside.substr(0, colon));
        const std::string_view category =
            colon == std::string_view::npos ? name : trimmed_part(inside.substr(colon + 1));
        if (!is_name(name) || !is_name(category)) {
            complain(open, "a hole is written {name: category} or {category}");
            return;
        }
        sequence.parts.push_back({TemplateNode::Kind::Hole, {}, hole_named(name, category, open), {}});
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
        sequence.parts.push_back(optional ? optional_part(std::move(choice)) : std::move(choice));
    }

    static bool is_blank(const TemplateNode& sequence) {
        return std::all_of(sequence.parts.begin(), sequence.parts.end(), [](const TemplateNode& part) {
            return part.kind == TemplateNode::Kind::Text && trimmed_part(part.text).empty();
        });
    }

    static TemplateNode optional_part(TemplateNode choice) {
        TemplateNode optional;
        optional.kind = TemplateNode::Kind::Optional;
        optional.parts.push_back(std::move(choice));
        return optional;
    }

    std::string_view text_;
    TemplateTree tree_;
    std::size_t at_ = 0;
    bool gave_up_ = false;  // at the nesting limit; what follows is not read
};

TemplateTree read_template(std::string_view text) { return TemplateReader(text).read(); }

// The tree written out.

// A template with more wordings is nearly always a list of names that belongs in a category of its own.
constexpr std::size_t max_wordings = 256;

// A template is part of a line on a card.
constexpr std::size_t max_length = 2000;

// One way through the tree: literal text and holes in order. Adjoining texts are one text: card[s] is the
// word cards.
struct Piece {
    std::string text;
    std::optional<std::size_t> hole;
};

using Path = std::vector<Piece>;

void append_path(Path& path, const Path& more) {
    for (const Piece& piece : more) {
        const bool joins = !piece.hole && !path.empty() && !path.back().hole;
        if (joins) {
            path.back().text += piece.text;
        } else {
            path.push_back(piece);
        }
    }
}

// Every way through a node; one more than the limit at most, which is enough to tell that there are too many.
std::vector<Path> paths_of(const TemplateNode& node) {
    switch (node.kind) {
        case TemplateNode::Kind::Text:
            return {Path{Piece{std::string(node.text), std::nullopt}}};
        case TemplateNode::Kind::Hole:
            return {Path{Piece{std::string(), node.hole}}};
        case TemplateNode::Kind::Choice: {
            std::vector<Path> all;
            for (const TemplateNode& part : node.parts) {
                std::vector<Path> ways = paths_of(part);
                std::move(ways.begin(), ways.end(), std::back_inserter(all));
                if (all.size() > max_wordings) break;
            }
            return all;
        }
        case TemplateNode::Kind::Optional: {
            std::vector<Path> all(1);
            std::ranges::move(paths_of(node.parts.front()), std::back_inserter(all));
            return all;
        }
        case TemplateNode::Kind::Sequence:
            break;
    }
    std::vector<Path> all(1);
    for (const TemplateNode& part : node.parts) {
        std::vector<Path> longer;
        const std::vector<Path> ways = paths_of(part);
        for (const Path& before : all) {
            for (const Path& way : ways) {
                if (longer.size() > max_wordings) break;
                append_path(longer.emplace_back(before), way);
            }
        }
        all = std::move(longer);
        if (all.size() > max_wordings) break;
    }
    return all;
}

std::vector<Token> wording_tokens(std::string_view text) {
    return tokenise(text, Parentheses::ArePartOfText).tokens;
}

bool is_closing_sign(const std::string& word) {
    return word.size() == 1 && std::string_view(".,;:!?").find(word.front()) != std::string_view::npos;
}

// Words and holes of one path.
class WordingMaker {
public:
    WordingMaker(const std::vector<TemplateHole>& holes, std::vector<TemplateError>& errors)
        : holes_(holes), errors_(errors) {}

    Wording make(const Path& path) {
        Wording wording;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const Piece& piece = path[i];
            if (piece.hole) {
                const bool touches = i > 0 && path[i - 1].hole.has_value();
                const bool is_last = i + 1 == path.size();
                add_hole(wording, *piece.hole, touches, i > 0 ? path[i - 1].text : std::string(),
                         is_last ? std::string() : path[i + 1].text);
            } else {
                add_words(wording, piece.text);
            }
        }
        return wording;
    }

private:
    void complain(const TemplateHole& hole, std::string message) {
        const auto same = [&](const TemplateError& error) {
            return error.offset == hole.offset && error.message == message;
        };
        if (std::none_of(errors_.begin(), errors_.end(), same))
            errors_.push_back({hole.offset, std::move(message)});
    }

    void add_hole(Wording& wording, std::size_t position, bool touches, const std::string& before,
                  const std::string& after) {
        const TemplateHole& hole = holes_[position];
        for (const WordingPart& part : wording.parts) {
            if (part.is_hole && part.text == hole.name)
                complain(hole, "the hole '" + hole.name + "' occurs twice");
        }
        if (touches) complain(hole, "two holes need a word or a space between them");
        if (!is_border_before(before, hole.category) || !is_border_after(after, hole.category)) {
            complain(hole, "the hole '" + hole.name + "' touches a word; put a space between");
        }
        const bool glued = !before.empty() && !ends_in_space(before) && !wording.parts.empty();
        wording.parts.push_back({true, hole.name, hole.category, glued});
    }

    // Whether the text ends its last token where the hole begins, whatever fills the hole.
    static bool is_border_before(const std::string& text, const std::string& category) {
        const auto parts_from = [&](const char* filler) {
            return wording_tokens(text + filler).back().offset == text.size();
        };
        return text.empty() || (parts_from("1") && (category == "number" || parts_from("x")));
    }
    static bool is_border_after(const std::string& text, const std::string& category) {
        const auto parts_from = [&](const char* filler) {
            return wording_tokens(filler + text).front().length == 1;
        };
        return text.empty() || (parts_from("1") && (category == "number" || parts_from("x")));
    }

    static bool ends_in_space(const std::string& text) {
        const std::vector<Token> tokens = wording_tokens(text);
        return tokens.empty() || tokens.back().offset + tokens.back().length < text.size();
    }

    static void add_words(Wording& wording, const std::string& text) {
        std::uint32_t end = 0;
        for (const Token& token : wording_tokens(text)) {
            const bool touches = token.offset == end && !wording.parts.empty();
            wording.parts.push_back({false, token.written, {}, touches || is_closing_sign(token.word)});
            end = token.offset + token.length;
        }
    }

    const std::vector<TemplateHole>& holes_;
    std::vector<TemplateError>& errors_;
};

bool same_parts(const Wording& a, const Wording& b) {
    return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                      [](const WordingPart& x, const WordingPart& y) {
                          return x.is_hole == y.is_hole && x.text == y.text;
                      });
}

void mark_optional_holes(ExpandedTemplate& result) {
    for (TemplateHole& hole : result.holes) {
        hole.optional =
            !std::all_of(result.wordings.begin(), result.wordings.end(), [&](const Wording& wording) {
                return std::any_of(wording.parts.begin(), wording.parts.end(), [&](const WordingPart& part) {
                    return part.is_hole && part.text == hole.name;
                });
            });
    }
}

void write_out(ExpandedTemplate& result, const TemplateNode& root) {
    const std::vector<Path> paths = paths_of(root);
    if (paths.size() > max_wordings) {
        result.errors.push_back({0, "this stands for more than " + std::to_string(max_wordings) +
                                        " wordings; move some of its parts to phrases of their own"});
        return;
    }
    WordingMaker maker(result.holes, result.errors);
    bool has_empty = false;
    for (const Path& path : paths) {
        Wording wording = maker.make(path);
        has_empty = has_empty || wording.parts.empty();
        const auto alike = [&](const Wording& other) { return same_parts(other, wording); };
        if (std::none_of(result.wordings.begin(), result.wordings.end(), alike)) {
            result.wordings.push_back(std::move(wording));
        }
    }
    if (has_empty) {
        result.errors.push_back({0, paths.size() == 1
                                        ? "the template is empty"
                                        : "all of this may be left out; some word or hole must remain"});
    }
    mark_optional_holes(result);
}

}  // namespace

ExpandedTemplate expand_template(std::string_view text) {
    ExpandedTemplate result;
    if (text.size() > max_length) {
        result.errors.push_back(
            {0, "the template is longer than " + std::to_string(max_length) + " letters"});
        return result;
    }
    TemplateTree tree = read_template(text);
    result.holes = std::move(tree.holes);
    result.errors = std::move(tree.errors);
    if (result.errors.empty()) write_out(result, tree.root);
    if (!result.errors.empty()) result.wordings.clear();
    return result;
}

std::vector<TemplateHole> template_holes(std::string_view text) {
    ExpandedTemplate expanded = expand_template(text);
    return expanded.errors.empty() ? std::move(expanded.holes) : std::vector<TemplateHole>{};
}

std::string template_with_words(std::string_view text, const std::map<std::string, std::string>& words) {
    const auto is_of_word = [](char sign) {
        const auto byte = static_cast<unsigned char>(sign);
        return std::isalnum(byte) != 0 || byte >= 0x80 || sign == '\'' || sign == '-';
    };
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '\\') end = std::min(at + 2, text.size());
        if (text[at] == '{') end = std::min(text.find('}', at), text.size() - 1) + 1;
        const bool is_word = is_of_word(text[at]);
        while (is_word && end < text.size() && is_of_word(text[end])) ++end;
        const std::string piece(text.substr(at, end - at));
        const auto found = is_word ? words.find(piece) : words.end();
        result += found == words.end() ? piece : found->second;
        at = end;
    }
    return result;
}

std::string template_with_categories(std::string_view text, const std::map<std::string, std::string>& names) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t close = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        if (close == std::string_view::npos) {
            const std::size_t size = text[at] == '\\' ? 2 : 1;
            result += text.substr(at, size);
            at += size;
            continue;
        }
        const std::string_view inside = text.substr(at + 1, close - at - 1);
        const std::size_t colon = inside.find(':');
        const std::string name(trimmed_part(inside.substr(0, colon)));
        const std::string category(
            trimmed_part(colon == std::string_view::npos ? inside : inside.substr(colon + 1)));
        const auto found = names.find(category);
        result += found == names.end() ? std::string(text.substr(at, close + 1 - at))
                                       : "{" + name + ": " + found->second + "}";
        at = close + 1;
    }
    return result;
}

}  // namespace errata::dsl
