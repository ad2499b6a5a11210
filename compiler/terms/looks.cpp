#include "compiler/terms/looks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

// Levels of binders around a term that have had another value before. All of them: it was evaluated for the
// same values, and what is remembered is known.
using Levels = std::uint64_t;
constexpr Levels all_levels = ~Levels{0};

class Looks {
public:
    explicit Looks(const Model& model) : model_(model) {}

    double at(TermId id, Levels changed) {
        const Term& term = model_.terms[id];
        // For a level of which it does not speak it was evaluated before.
        if ((changed & ~term.open_levels) != 0) changed = all_levels;
        if (term.remembered && (term.open_levels == 0 || changed == all_levels)) return 1;
        if (term.children.empty()) return 1;
        const auto known = known_.find({id, changed});
        if (known != known_.end()) return known->second;
        double result = 1;
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            if (term.kind == TermKind::Reach && i == 2)
                result += links(term, changed);
            else if (term.domain.is_valid() && term.kind != TermKind::Reach)
                result += rounds(term.children[i], term.payload, values(term), changed);
            else
                result += at(term.children[i], changed);
        }
        known_.emplace(std::pair(id, changed), result);
        return result;
    }

private:
    double values(const Term& term) const {
        const Type& domain = model_.type(term.domain);
        return static_cast<double>(std::max<Value>(domain.hi - domain.first() + 1, 1));
    }
    static Levels with(Levels changed, Value level) { return changed | Levels{1} << level; }

    double rounds(TermId child, Value level, double times, Levels changed) {
        return at(child, changed) + (times - 1) * at(child, with(changed, level));
    }

    // A way's condition is asked of every two places; behind their link only where there is one.
    double links(const Term& way, Levels changed) {
        const double places = values(way);
        const Term& step = model_.terms[way.children[2]];
        const bool is_linked =
            step.kind == TermKind::And && model_.terms[step.children[0]].kind == TermKind::Table;
        if (!is_linked)
            return rounds(way.children[2], way.payload + 1, places, changed) +
                   (places - 1) *
                       rounds(way.children[2], way.payload + 1, places, with(changed, way.payload));
        double once = 0;  // of each place
        double again = 0;
        for (std::size_t i = 1; i < step.children.size(); ++i) {
            once += rounds(step.children[i], way.payload + 1, places, changed);
            again += rounds(step.children[i], way.payload + 1, places, with(changed, way.payload));
        }
        const auto number = static_cast<std::size_t>(model_.terms[step.children[0]].payload);
        const std::vector<Value>& table = model_.functions.tables[number].values;
        const auto all = static_cast<double>(std::max<std::size_t>(table.size(), 1));
        const double linked = all - static_cast<double>(std::ranges::count(table, 0));
        return places * places * (1 + at(step.children[0], all_levels)) + once +
               again * places * linked / all;
    }

    const Model& model_;
    std::map<std::pair<TermId, Levels>, double> known_;
};

}  // namespace

double looks(const Model& model, TermId term) { return Looks(model).at(term, 0); }

}  // namespace errata::compiler
