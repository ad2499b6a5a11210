#include "dsl/phrases/template.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "dsl/phrases/template_tree.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {
namespace {

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

struct Path {
    std::vector<Piece> pieces;
    std::uint32_t suffixes = 0;
};

void append(Path& path, const Path& more) {
    for (const Piece& piece : more.pieces) {
        const bool joins = !piece.hole && !path.pieces.empty() && !path.pieces.back().hole;
        if (joins) {
            path.pieces.back().text += piece.text;
        } else {
            path.pieces.push_back(piece);
        }
    }
    path.suffixes += more.suffixes;
}

// Every way through a node; one more than the limit at most, which is enough to tell that there are too many.
std::vector<Path> paths_of(const TemplateNode& node) {
    switch (node.kind) {
        case TemplateNode::Kind::Text:
            return {{{{std::string(node.text), std::nullopt}}, 0}};
        case TemplateNode::Kind::Hole:
            return {{{{std::string(), node.hole}}, 0}};
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
            for (Path& way : paths_of(node.parts.front())) {
                if (node.suffix) ++way.suffixes;
                all.push_back(std::move(way));
            }
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
                append(longer.emplace_back(before), way);
            }
        }
        all = std::move(longer);
        if (all.size() > max_wordings) break;
    }
    return all;
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
        wording.suffixes = path.suffixes;
        for (std::size_t i = 0; i < path.pieces.size(); ++i) {
            const Piece& piece = path.pieces[i];
            if (piece.hole) {
                const bool touches = i > 0 && path.pieces[i - 1].hole.has_value();
                const bool is_last = i + 1 == path.pieces.size();
                add_hole(wording, *piece.hole, touches, i > 0 ? path.pieces[i - 1].text : std::string(),
                         is_last ? std::string() : path.pieces[i + 1].text);
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
            return tokenise(text + filler).tokens.back().offset == text.size();
        };
        return text.empty() || (parts_from("1") && (category == "number" || parts_from("x")));
    }
    static bool is_border_after(const std::string& text, const std::string& category) {
        const auto parts_from = [&](const char* filler) {
            return tokenise(filler + text).tokens.front().length == 1;
        };
        return text.empty() || (parts_from("1") && (category == "number" || parts_from("x")));
    }

    static bool ends_in_space(const std::string& text) {
        const std::vector<Token> tokens = tokenise(text).tokens;
        return tokens.empty() || tokens.back().offset + tokens.back().length < text.size();
    }

    static void add_words(Wording& wording, const std::string& text) {
        std::uint32_t end = 0;
        for (const Token& token : tokenise(text).tokens) {
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

}  // namespace errata::dsl
