// Terms made ready to be evaluated often: what the types of parameters and the places of cells have to say
// is worked out beforehand, and terms that most evaluations end in are one step. It says nothing that the
// terms do not say. passes/compile_terms makes it; evaluate_compiled carries it out. The evaluator does
// without it where it is told to (Evaluator::plain), and is held against itself.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::compiler {

enum class CompiledKind : std::uint8_t {
    Interpreted,  // as the term stands
    Constant,     // value
    Register,     // a: its number
    Bound,        // a: its level
    CellAt,       // value: the cell
    CellOfBound,  // a: level of the only argument, b: size of its type, c: its least value; value: first cell
    Cell,         // a, n: arguments; value: first cell
    CellWithin,   // likewise, and no argument is ever outside its type; value: the cell for arguments 0
    Table,        // a, n: arguments; value: the table
    Open,         //
    Enabled,      // a: the clause
    Not,          // a
    And,          // a, n: parts
    Or,           // a, n: parts
    Implies,      // a, b
    Ite,          // a, b, c
    Equal,        // a, b
    EqualsConstant,  // a; value
    Less,            // a, b
    LessEqual,       // a, b
    Add,             // a, b
    Subtract,        // a, b
    Multiply,        // a, b
    Within,          // a; b: the type
    Minimum,         // a, b
    Maximum,         // a, b
    Exists,          // a: condition, c: level, value: the first, n: how many
    Forall,          // likewise
    Count,           // likewise
    Sum,             // likewise, b: what is added up
    First,           // like Exists
    SetHas,          // a, b
    SetInsert,       // a, b
    SetErase,        // a, b
    SetUnion,        // a, b
    SetMinus,        // a, b
    SetSize,         // a
};

struct CompiledTerm {
    CompiledKind kind = CompiledKind::Interpreted;
    bool asks = false;        // evaluating it may ask a reading
    bool remembered = false;  // Term::remembered
    bool is_certain = false;  // evaluating it never fails, and meets, decides and uses nothing
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t n = 0;
    std::uint32_t table = no_table;  // of its answers (term_tables.h)
    Value value = 0;

    static constexpr std::uint32_t no_table = 0xffffffffU;
};

// An argument of a cell or a table: its type, and how many places it is from one value to the next.
struct CompiledArgument {
    std::uint32_t term = 0;
    Value lo = 0;
    Value size = 0;
    Value stride = 0;
};

struct CompiledTerms {
    std::vector<CompiledTerm> terms;  // by TermId; shorter than there are terms: the others are interpreted
    std::vector<CompiledArgument> arguments;
    std::vector<std::uint32_t> parts;  // TermIds
};

}  // namespace errata::compiler
