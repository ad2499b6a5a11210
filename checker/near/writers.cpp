#include "checker/near/writers.h"

#include <set>

#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/search/findings.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

FewWriters few_writers_of(const Model& model, const Effects& effects, const std::vector<TermId>& conditions) {
    constexpr std::size_t few = 3;
    std::set<ClauseId> writers;
    for (const TermId condition : conditions) {
        const std::vector<ClauseId> some = effects.writers_of(condition);
        writers.insert(some.begin(), some.end());
    }
    FewWriters result{{writers.begin(), writers.end()}, {}};
    if (result.clauses.size() > few) return {};
    const auto quoted = [&](ClauseId clause) { return named_and_quoted(model.clause(clause)); };
    result.facts = {result.clauses.empty()
                        ? Fact{FactKind::NothingChangesIt}
                        : Fact{FactKind::ChangedAlone, {dsl::mapped(result.clauses, quoted)}}};
    std::erase_if(result.clauses, [&](ClauseId clause) { return is_frame(model.clause(clause).kind); });
    return result;
}

}  // namespace errata::checker
