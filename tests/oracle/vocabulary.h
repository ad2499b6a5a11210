// What a game of the subset declares, read from its syntax tree: types with their elements, fields with
// their bounds, actions, abilities, the turn, setups and claims. Everything else of this folder asks here
// what a name means.
#pragma once

#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "tests/oracle/value.h"

namespace errata::oracle {

namespace ast = dsl::ast;

// The game uses something that is not in the subset.
struct OutsideSubset : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Type {
    std::string name;
    std::vector<std::string> elements;
    bool kind = false;     // its elements are objects
    bool unnamed = false;  // `kind crate of 3`
    bool comes = false;    // objects are there once created
    bool ordered = false;  // some `for each` takes them `in order`
};

// What may be in a cell.
struct Shape {
    Sort sort = Sort::None;
    int type = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool bounded = true;  // false: `counter`, `number`
    bool optional = false;
};

struct Field {
    std::string name;
    int owner = -1;  // the type whose elements have it; -1: a variable
    Shape shape;
    Value initial;
    std::size_t base = 0;  // the cell of the first element
};

struct RuleAbility {
    std::string rule;
    const ast::Ability* ability = nullptr;
};

class Vocabulary {
public:
    explicit Vocabulary(const ast::Module& module);

    int type(const std::string& name) const;  // -1: no such type
    std::optional<Value> element_named(const std::string& name) const;
    const Field* field(int owner, const std::string& name) const;
    const Field* field_of(std::size_t cell) const;
    Shape shape(const ast::TypeExpr& written) const;
    std::vector<Value> every(const Shape& shape) const;  // all values, objects that are not there included
    std::string meta(const std::string& name, const std::string& unstated) const;
    const ast::Item* action(const std::string& name) const;
    const ast::Item* definition(const std::string& name) const;
    const ast::Item* kind(const std::string& name) const;
    std::string cell_name(std::size_t cell) const;

    std::vector<Type> types;
    std::vector<Field> fields;
    std::size_t cells = 0;
    std::vector<RuleAbility> abilities;
    std::vector<const ast::Item*> setups;
    std::vector<const ast::Item*> checks;
    const ast::Item* turn = nullptr;
    bool has_endings = false;
    bool divides_pools = false;  // an amount between objects without names
    std::int64_t agenda_bound = 6;
    std::int64_t pending_bound = 6;

private:
    void declare_types();
    void declare_phases(const std::vector<ast::Stmt>& block);
    void declare_fields();
    void add_field(int owner, const ast::Binder& written);
    void note_statements(const std::vector<ast::Stmt>& block);
    void note_item(const ast::Item& item);
    void note_ability(const std::string& rule, const ast::Ability& ability);
    Value first_value(const Shape& shape) const;

    const ast::Module* module_;
    std::deque<ast::Ability> conditional_;  // those that stand under a condition, with it in their own
};

std::int64_t constant(const ast::Expr& written);

}  // namespace errata::oracle
