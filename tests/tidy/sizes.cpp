// How large a file, a class and a function may be. A scan of brackets over code without comments, literals
// and directives: a block in a namespace or a class is what the words in front of it say, and whatever stands
// inside a function, lambdas included, is that function's.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <regex>
#include <string_view>

#include "tests/tidy/checks.h"

namespace errata::tests {

namespace {

constexpr std::ptrdiff_t longest_file = 400;
constexpr std::ptrdiff_t longest_function = 60;
constexpr std::ptrdiff_t longest_row = 2;  // what a table does in one case
constexpr std::ptrdiff_t most_members = 20;

bool is_product(const std::string& path) {
    static const std::regex product(R"((dsl|compiler|checker|reports)/.*\.(h|cpp))");
    return std::regex_match(path, product);
}

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view code) {
    while (!code.empty() && is_space(code.front())) code.remove_prefix(1);
    while (!code.empty() && is_space(code.back())) code.remove_suffix(1);
    return code;
}

std::ptrdiff_t lines_of(std::string_view code) {
    code = trimmed(code);
    return code.empty() ? 0 : 1 + std::ranges::count(code, '\n');
}

bool found_in(std::string_view code, const std::regex& pattern) {
    return std::regex_search(code.begin(), code.end(), pattern);
}

bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_close(char c) { return c == ')' || c == ']' || c == '}'; }

// One past the bracket that closes the one at `open`.
std::size_t behind_bracket(std::string_view code, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        if (is_open(code[at])) ++depth;
        if (is_close(code[at]) && --depth == 0) return at + 1;
    }
    return code.size();
}

std::string without_directives(std::string code) {
    bool goes_on = false;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        const std::string_view line(code.data() + at, end - at);
        const bool is_directive = goes_on || trimmed(line).starts_with('#');
        goes_on = is_directive && line.ends_with('\\');
        if (is_directive) std::fill_n(code.begin() + static_cast<std::ptrdiff_t>(at), line.size(), ' ');
        at = end + 1;
    }
    return code;
}

// One past the colon of the label that begins here; the same place if none does.
std::size_t behind_label(std::string_view code, std::size_t at) {
    static const std::regex label(R"(^(case\b|default\s*:))");
    if ((at > 0 && is_word(code[at - 1])) || !found_in(code.substr(at), label)) return at;
    for (; at < code.size(); ++at) {
        if (code.substr(at, 2) == "::") {
            ++at;
        } else if (code[at] == ':') {
            return at + 1;
        }
    }
    return at;
}

// Are the cases between the braces of a switch all short?
bool has_short_cases(std::string_view cases) {
    std::size_t row = 0;
    const auto is_short = [&](std::size_t end) {
        return lines_of(cases.substr(row, end - row)) <= longest_row;
    };
    for (std::size_t at = 0; at < cases.size();) {
        const std::size_t behind = behind_label(cases, at);
        if (behind != at) {
            if (!is_short(at)) return false;
            at = row = behind;
        } else {
            at = is_open(cases[at]) ? behind_bracket(cases, at) : at + 1;
        }
    }
    return is_short(cases.size());
}

// What stands inside braces, and behind them.
struct Braces {
    std::string_view inside;
    std::string_view behind;
};

std::optional<Braces> braces_from(std::string_view body, std::size_t from) {
    const std::size_t open = body.find('{', from);
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = behind_bracket(body, open);
    return Braces{body.substr(open + 1, close - open - 2), body.substr(close)};
}

// A table: a switch whose cases are short, or a list of rows; and hardly anything around it.
bool is_table(std::string_view body) {
    static const std::regex constant(R"(^\s*static const(expr)?\b)");
    static const std::regex choice(R"(\bswitch\s*\()");
    std::cmatch match;
    if (found_in(body, constant)) {
        const auto list = braces_from(body, 0);
        return list && list->inside.find(';') == std::string_view::npos &&
               lines_of(list->behind) <= longest_row;
    }
    if (!std::regex_search(body.begin(), body.end(), match, choice)) return false;
    const auto begin = static_cast<std::size_t>(match.position());
    const auto cases = braces_from(body, behind_bracket(body, body.find('(', begin)));
    return cases && lines_of(body.substr(0, begin)) <= longest_row &&
           lines_of(cases->behind) <= longest_row && has_short_cases(cases->inside);
}

enum class Block { Namespace, Class, Function, Other };

// What a brace opens, by what stands before it.
Block block_behind(std::string_view head) {
    static const std::regex space(R"(^(inline\s+)?namespace\b)");
    static const std::regex type(R"(^(template\s*<[^()]*>\s*)?(class|struct|union)\s[^()=]*$)");
    // Behind parameters and what may follow them, or behind the last member that a constructor initialises.
    static const std::regex function(
        R"((\)\s*((const|noexcept|override|final|mutable|&)\s*)*(->[^;={}]*)?|\})$)");
    head = trimmed(head);
    if (found_in(head, space)) return Block::Namespace;
    if (found_in(head, type)) return Block::Class;
    return found_in(head, function) ? Block::Function : Block::Other;
}

// How many members something declares that ends in a semicolon: none if it is a type, a friend, an assertion.
std::ptrdiff_t members_in(std::string_view declaration) {
    static const std::regex none(
        R"(^(template\s*<[^()]*>\s*)?(using|typedef|friend|static_assert|enum|class|struct|union)\b)");
    declaration = trimmed(declaration);
    if (declaration.empty() || found_in(declaration, none)) return 0;
    std::ptrdiff_t members = 1;
    std::ptrdiff_t angles = 0;
    for (std::size_t at = 0; at < declaration.size();) {
        const char c = declaration[at];
        if (c == '<') ++angles;
        if (c == '>') --angles;
        if (c == ',' && angles == 0) ++members;
        at = is_open(c) ? behind_bracket(declaration, at) : at + 1;
    }
    return members;
}

// The classes and functions of a file, in two lists of offences.
class Scan {
public:
    Scan(std::string path, const std::string& text)
        : path_(std::move(path)), code_(without_directives(without_comments_and_literals(text))) {
        declarations(0, code_.size());
    }

    const Offences& classes() const { return classes_; }
    const Offences& functions() const { return functions_; }

private:
    // Goes through what is declared between two places; returns how many members that makes for a class.
    std::ptrdiff_t declarations(std::size_t begin, std::size_t end) {
        std::ptrdiff_t members = 0;
        for (std::size_t at = begin; at < end;) {
            const std::string_view head = without_access(part(begin, at));
            const Block block = code_[at] == '{' ? block_behind(head) : Block::Other;
            if (code_[at] == ';') {
                members += members_in(head);
                begin = ++at;
            } else if (block != Block::Other) {
                const std::size_t close = behind_bracket(code_, at);
                look_into(block, head, at, close);
                if (block == Block::Function) ++members;
                at = close;
                if (block != Block::Class) begin = at;  // a class ends with a semicolon
            } else {
                at = is_open(code_[at]) ? behind_bracket(code_, at) : at + 1;
            }
        }
        return members;
    }

    void look_into(Block block, std::string_view head, std::size_t open, std::size_t close) {
        if (block == Block::Function) {
            const std::ptrdiff_t lines = lines_of({head.data(), close - offset(head)});
            if (lines > longest_function && !is_table(part(open + 1, close - 1)))
                functions_.push_back(offence(head, "a function of " + std::to_string(lines) + " lines"));
            return;
        }
        const std::ptrdiff_t members = declarations(open + 1, close - 1);
        if (block == Block::Class && members > most_members)
            classes_.push_back(offence(head, "a class of " + std::to_string(members) + " members"));
    }

    std::string offence(std::string_view head, const std::string& what) const {
        const auto line = 1 + std::ranges::count(part(0, offset(head)), '\n');
        return path_ + ":" + std::to_string(line) + ": " + what + "; split it by what it does";
    }

    static std::string_view without_access(std::string_view head) {
        static const std::regex access(R"(^(public|private|protected)\s*:)");
        head = trimmed(head);
        while (found_in(head, access)) head = trimmed(head.substr(head.find(':') + 1));
        return head;
    }

    std::string_view part(std::size_t begin, std::size_t end) const {
        return std::string_view(code_).substr(begin, end - begin);
    }
    std::size_t offset(std::string_view in_code) const {
        return static_cast<std::size_t>(in_code.data() - code_.data());
    }

    std::string path_;
    std::string code_;
    Offences classes_;
    Offences functions_;
};

}  // namespace

Offences check_file_sizes(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        const auto lines = std::ranges::count(text, '\n');
        if (is_product(path) && lines > longest_file)
            offences.push_back(path + ":" + std::to_string(lines) + ": a file of more than " +
                               std::to_string(longest_file) + " lines; split it by what it is about");
    }
    return offences;
}

Offences check_class_sizes(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (is_product(path)) std::ranges::copy(Scan(path, text).classes(), std::back_inserter(offences));
    }
    return offences;
}

Offences check_function_sizes(const Tree& tree) {
    Offences offences;
    for (const auto& [path, text] : tree) {
        if (is_product(path)) std::ranges::copy(Scan(path, text).functions(), std::back_inserter(offences));
    }
    return offences;
}

}  // namespace errata::tests
