// What the files of a spec declare, as far as side conditions of rewritings ask: read from the trees alone,
// by name. Where a name is declared twice, both declarations are here, and who asks has to like both.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/metamorphic/spec.h"

namespace errata::metamorphic {

struct Vocabulary {
    std::set<std::string> values;  // of enums, objects, players, cards, phases, variables, definitions
    std::set<std::string> twice;   // of these: what is declared more than once
    std::map<std::string, std::string> enum_of;               // the enum, zone or named kind of a value
    std::map<std::string, std::vector<ast::TypeExpr>> cells;  // fields, variables and relations
    std::map<std::string, std::vector<ast::Binder>> called;   // whatever has brackets, but for actions
    std::map<std::string, ast::TypeExpr> results;             // of definitions with a type
    std::map<std::string, std::vector<ast::Binder>> actions;
    std::set<std::string> others;  // every other word with a meaning: types, phases, windows, categories, ...

    bool is_value(const std::string& name) const;
    bool is_known_call(const std::string& name) const;
    bool is_taken(const std::string& name) const;
    // A name that nothing has, beginning with `stem`; from then on it is taken.
    std::string fresh(const std::string& stem);
    // Every cell of this name is a number with or without bounds.
    bool is_number_cell(const std::string& name) const;
};

Vocabulary vocabulary_of(const Spec& spec);

}  // namespace errata::metamorphic
