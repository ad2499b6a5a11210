// What things are called in a report: as in the spec, or, for one play, otherwise (explain/bearers.h). The
// one place where the phrases of a report are printed.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "compiler/ir/phrase.h"

namespace errata::reports {

// What an object is called instead.
struct ObjectName {
    std::string item;   // what it bears
    std::string whole;  // the item, or "Tinker (unit2)" where several bear it
    std::string rest;   // of the brackets of a trigger of its own, before the others: "unit2, " or nothing
    std::string own;    // with a trigger of its own alone
    bool keeps_brackets = false;  // alone in brackets it needs no item: that stands before them
};

class Naming {
public:
    void call(const compiler::Thing& object, ObjectName name) {
        names_.insert_or_assign(object, std::move(name));
    }
    // Null: as in the spec.
    const ObjectName* of(const compiler::Thing& object) const;
    // "Tinker (Tinker, Smith)" is Tinker's own trigger about a Smith: "Tinker (Smith)".
    std::string operator()(const compiler::Phrase& phrase) const;

private:
    std::map<compiler::Thing, ObjectName> names_;
};

}  // namespace errata::reports
