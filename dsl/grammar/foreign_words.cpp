#include "dsl/grammar/foreign_words.h"

#include "dsl/base/text.h"

namespace errata::dsl::grammar {

namespace {

struct Row {
    std::string_view foreign;
    std::string_view hint;
};

// How to add one: a row here, and a case in tests/diagnostics/mistakes that shows it.
constexpr Row words[] = {
    {"true", "write 'yes'"},
    {"false", "write 'no'"},
    {"null", "write 'none', and 'is none' to ask for it"},
    {"nil", "write 'none', and 'is none' to ask for it"},
    {"undefined", "write 'none', and 'is none' to ask for it"},
    {"elif", "write 'else if'"},
    {"elsif", "write 'else if'"},
    {"elseif", "write 'else if'"},
    {"foreach", "write 'for each u: unit with ... { ... }'"},
    {"forall", "write 'every u: unit satisfies ...'"},
    {"all", "write 'every u: unit satisfies ...'"},
    {"exists", "write 'some u: unit with ...'"},
    {"count", "write 'number of u: unit with ...', or 'size(s)' for a set"},
    {"while", "write 'repeat while c { ... }'"},
    {"loop", "write 'repeat { ... }' or 'repeat while c { ... }'"},
    {"switch", "write 'if ... { } else if ... { } else { }'"},
    {"case", "write 'if ... { } else if ... { } else { }'"},
    {"function", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"func", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"fn", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"def", "a value that is worked out is a 'define', something that happens is an 'action'"},
    {"event", "write 'action'"},
    {"class", "objects with fields are a 'kind', names of values an 'enum'"},
    {"struct", "objects with fields are a 'kind', names of values an 'enum'"},
    {"const", "write 'define x = ...'"},
    {"var",
     "write 'let x = ...' for a name of this moment; what the game remembers stands in 'state' or in a "
     "field"},
    {"return", "a 'define' is its expression; an action gives nothing back"},
    {"break", "say in the condition when it stops: 'repeat while c { ... }'"},
    {"continue", "say in the condition which ones it is for: 'for each u: unit with ... { ... }'"},
    {"include", "write 'import \"file.rules\"'"},
    {"self", "write 'this'"},
    {"random", "chance chooses: 'choose by chance { option \"...\" { ... } }'"},
    {"roll", "chance chooses: 'choose by chance { option \"...\" { ... } }'"},
    {"div", "there is no division"},
    {"mod", "there is no division"},
    {"xor", "'a != b' is so if one of the two is"},
};

constexpr Row symbols[] = {
    {"==", "equality is written '='"},
    {"<>", "inequality is written '!='"},
    {"!", "negation is written 'not'"},
    {"&&", "write 'and'"},
    {"&", "write 'and'"},
    {"||", "write 'or'"},
    {"|", "write 'or'"},
    {"=>", "write 'implies'"},
    {"->", "write 'implies'"},
    {"//", "a comment begins with '--'"},
    {"#", "a comment begins with '--'"},
    {"++", "write 'x += 1'"},
    {"*=", "write 'x := x * 2'"},
    {"?", "write 'if c then a else b'"},
    {"/", "there is no division"},
    {"%", "there is no division"},
    {"'", "texts stand in double quotes"},
    {"[",
     "sets stand in braces, arguments in round brackets, rows behind an item's name or before an ability"},
};

template <std::size_t size>
std::string hint_in(const Row (&rows)[size], std::string_view foreign) {
    for (const Row& row : rows) {
        if (row.foreign == foreign) return std::string(row.hint);
    }
    return "";
}

}  // namespace

std::string hint_for_foreign_word(std::string_view word) { return hint_in(words, lower(word)); }

std::string hint_for_foreign_symbol(std::string_view symbol) { return hint_in(symbols, symbol); }

}  // namespace errata::dsl::grammar
