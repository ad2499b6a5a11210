// The kinds of terms and what each is like, from the one table term_kinds.def. Included where a kind is
// named; a header that only keeps or hands on a kind does with term.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/ir/term.h"

namespace errata::compiler {

enum class TermKind : std::uint8_t {
#define ERRATA_TERM(name, arity, text, form, result, conditions, defined, course) name,
#include "compiler/ir/term_kinds.def"
#undef ERRATA_TERM
};

// The columns of term_kinds.def, which says what they mean.
enum class TermForm : std::uint8_t { Fixed, Stored, Asked, Junction, Strict, Quantifier };
enum class TermResult : std::uint8_t { Truth, Number, Set, Own };
enum class Definedness : std::uint8_t { Always, InWord, Partly };

struct TermKindInfo {
    std::string_view name;
    int arity;
    std::string_view text;
    TermForm form;
    TermResult result;
    int conditions;
    Definedness defined;
    std::string_view course;
};

inline constexpr TermKindInfo term_kinds[] = {
#define ERRATA_TERM(name, arity, text, form, result, conditions, defined, course) \
    {#name, arity, text, TermForm::form, TermResult::result, conditions, Definedness::defined, course},
#include "compiler/ir/term_kinds.def"
#undef ERRATA_TERM
};
constexpr const TermKindInfo& info(TermKind kind) { return term_kinds[static_cast<std::size_t>(kind)]; }
constexpr bool is_comparison(TermKind kind) {
    return kind == TermKind::Equal || kind == TermKind::Less || kind == TermKind::LessEqual;
}
static_assert(TermKind{} == TermKind::Const, "a term that nobody made is a constant");

}  // namespace errata::compiler
