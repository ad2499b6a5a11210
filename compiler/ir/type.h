// Types of the IR. Every finite type is an interval of whole numbers lo..hi with a label per value where it
// has names: bool 0..1, an enum or a kind's objects 0..n-1, a range as written, an optional type additionally
// -1 for `none`, a set over a type with n values (n <= 30) a bit mask 0..2^n-1 (bit i = the value lo+i). A
// counter is unbounded. Types are compared by id; TypePool makes each once.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/phrase.h"
#include "dsl/base/id.h"
#include "dsl/source/span.h"

namespace errata::compiler {

inline constexpr Value none_value = -1;
// A set is a mask of at most this many members (term_kinds.def).
inline constexpr Value most_set_elements = 30;

enum class TypeForm { Bool, Enum, Range, Set, Counter };

struct Type {
    TypeForm form = TypeForm::Bool;
    std::string name;       // as a reader would say it: "minion", "set of walk", "0..8"
    bool optional = false;  // -1 is `none`; lo is then -1
    Value lo = 0;
    Value hi = 0;                     // counters: lo = hi = 0 and never consulted
    std::vector<std::string> labels;  // Bool, Enum: label of value i (without none)
    std::vector<Phrase> spelled;      // the labels, where these name things of other types; or empty
    TypeId element;                   // Set
    bool is_site = false;             // the places of a board
    Value columns = 0;                // a grid: how many; its squares are in the order of rows. Else 0
    TypeId base;                      // optional types: the type without `none`
    // Enum: objects that no rule can tell apart but by their fields (no names, no order): two states are the
    // same up to renaming them.
    bool interchangeable = false;
    dsl::Span span;

    bool is_finite() const { return form != TypeForm::Counter; }
    // Number of values, `none` included.
    Value size() const { return hi - lo + 1; }
    bool contains(Value value) const { return !is_finite() || (lo <= value && value <= hi); }
    // The least value a binder takes: quantifiers, ForEach and options leave out `none`.
    Value first() const { return optional ? 0 : lo; }
};

}  // namespace errata::compiler
