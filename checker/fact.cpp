#include "checker/fact.h"

#include <algorithm>

namespace errata::checker {

const Fact* find(const Facts& facts, FactKind kind) {
    const auto found = std::ranges::find(facts, kind, &Fact::kind);
    return found == facts.end() ? nullptr : &*found;
}

std::string name_in(const Facts& facts, FactKind kind) {
    const Fact* const fact = find(facts, kind);
    if (fact == nullptr || fact->arguments.empty()) return "";
    const auto* const name = std::get_if<Phrase>(&fact->arguments.front().value);
    return name == nullptr ? "" : name->text();
}

}  // namespace errata::checker
