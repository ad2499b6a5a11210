#include "checker/screen/sets_seen.h"

#include <algorithm>

#include "checker/causes/experiment.h"
#include "checker/explicit/asked_readings.h"
#include "checker/explicit/requirement_parts.h"
#include "checker/explicit/traces.h"
#include "checker/near/writers.h"
#include "checker/text/differences.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t no_item = static_cast<std::size_t>(-1);

// Of states with and without a clause, in a run, and for one clause on one table.
constexpr std::size_t most_comparisons = 100'000;
constexpr std::size_t most_for_a_clause = 5'000;

ItemSet set_on(const Screening& screening, const State& state) {
    ItemSet result;
    result.reserve(screening.holders.size());
    for (const std::size_t holder : screening.holders) result.push_back(state[holder]);
    std::ranges::sort(result);
    return result;
}

// Could play make it so? Not where it asks for a flag that play only ever takes down: who comes into effect
// by that is there from the start, and no table can show that it never does.
bool may_come_about(const Model& model, const Effects& effects, TermId id) {
    const Term& term = model.terms[id];
    const auto child_may = [&](TermId child) { return may_come_about(model, effects, child); };
    if (term.kind == TermKind::Exists) return child_may(term.children[0]);
    if (term.kind == TermKind::And) return std::ranges::all_of(term.children, child_may);
    if (term.kind == TermKind::Or) return std::ranges::any_of(term.children, child_may);
    return term.kind != TermKind::Cell || effects.raises(VarId(static_cast<std::size_t>(term.payload)));
}

bool is_open(const ReachedState& state) { return state.cut || !state.expanded; }

ItemsLaidOut items_laid_out(const Screening& screening, const Exploration& exploration,
                            const std::vector<StateId>& roots) {
    std::map<StateId, PlayFrom> plays;
    for (std::size_t i = 0; i < roots.size(); ++i) plays[roots[i]].push_back(StateId(i));
    ItemsLaidOut result;
    for (const auto& [root, play] : plays) {
        ItemSet set = set_on(screening, exploration.state(root));
        set.erase(std::unique(set.begin(), set.end()), set.end());
        for (const Value item : set) result[item].push_back(play);
    }
    return result;
}

}  // namespace

std::optional<std::vector<ItemSet>> possible_sets(const Evaluator& evaluator, const Setup& setup) {
    constexpr std::size_t most = 2'000'000;
    const std::vector<std::size_t>& holders = setup.screening->holders;
    const Type& items = evaluator.model().type(setup.screening->items);
    std::vector<RequirementPart> parts = requirement_parts(evaluator, setup);
    std::erase_if(parts, [&](const RequirementPart& part) {
        return std::ranges::any_of(part.reads, [&](std::size_t open) {
            return std::ranges::find(holders, setup.open[open]) == holders.end();
        });
    });
    State state = evaluator.initial(setup, std::vector<Value>(setup.open.size()));
    Journal journal;
    TermEvaluator terms{evaluator.model(), evaluator.enabled(), journal, nullptr};
    terms.look_at(state.data(), nullptr);
    const auto holds = [&](const RequirementPart& part) {
        journal.clear();
        forgive(terms);
        for (std::size_t level = 0; level < part.bound.size(); ++level)
            terms.binders.bind(static_cast<std::uint32_t>(level), part.bound[level]);
        return terms.evaluate(part.term) == 1 && !terms.failed();
    };
    std::vector<ItemSet> result;
    ItemSet set(holders.size(), 0);  // increasing
    for (std::size_t tried = 0; tried < most; ++tried) {
        for (std::size_t i = 0; i < set.size(); ++i) state[holders[i]] = set[i];
        if (std::ranges::all_of(parts, holds)) result.push_back(set);
        std::size_t last = set.size();
        while (last > 0 && set[last - 1] == items.hi) --last;
        if (last == 0) return result;
        const Value next = set[last - 1] + 1;
        std::fill(set.begin() + static_cast<std::ptrdiff_t>(last) - 1, set.end(), next);
    }
    return std::nullopt;
}

ItemsSeen::ItemsSeen(const Model& model)
    : model_(model),
      effects_(model),
      stands_(model.clauses.size()),
      comparisons_left_(most_comparisons),
      item_of_clause_(model.clauses.size(), no_item),
      uses_(model.printed_items.size()) {
    for (std::size_t i = 0; i < model.printed_items.size(); ++i) {
        for (const ClauseId clause : model.printed_items[i].clauses) item_of_clause_[clause.index] = i;
    }
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        if (term.kind != TermKind::Enabled) continue;
        const auto clause = static_cast<std::size_t>(term.payload);
        stands_[clause] = !effects_.of(ClauseId(clause)).is_ability;
    }
    for (const PrintedItem& item : model.printed_items)
        is_brought_in_.push_back(item.functions.is_valid() &&
                                 may_come_about(model, effects_, item.functions));
}

std::vector<std::size_t> ItemsSeen::look_at(const Reach& reach, std::size_t setup, SetsSeen& seen,
                                            const Facts& why) {
    const Screening& screening = *model_.setups[setup].screening;
    const Exploration& exploration = reach.exploration();
    const std::vector<StateId> roots = roots_of(exploration);
    std::set<std::uint32_t> open;
    for (std::uint32_t i = 0; i < exploration.size(); ++i) {
        if (roots[i].index == i) seen.laid_out.insert(set_on(screening, exploration.state(StateId(i))));
        if (is_open(exploration[StateId(i)])) open.insert(static_cast<std::uint32_t>(roots[i].index));
    }
    for (const std::uint32_t root : open)
        seen.open.emplace(set_on(screening, exploration.state(StateId(root))), why);
    see_clauses(reach, screening);
    see_standing_text(reach, screening, roots);
    return see_plays(reach, setup, items_laid_out(screening, exploration, roots));
}

bool ItemsSeen::can_act(const PrintedItem& item) const {
    return std::ranges::any_of(item.clauses, [&](ClauseId clause) {
        return effects_.of(clause).is_ability || stands_[clause.index];
    });
}

void ItemsSeen::see_clauses(const Reach& reach, const Screening& screening) {
    const auto& acted = reach.recording().acted();
    for (std::size_t clause = 0; clause < acted.size(); ++clause) {
        if (!acted[clause] || item_of_clause_[clause] == no_item) continue;
        StateId at = acted[clause]->state;
        while (reach.exploration()[at].parent.is_valid()) at = reach.exploration()[at].parent;
        acts(item_of_clause_[clause], set_on(screening, reach.exploration().state(at)));
    }
}

void ItemsSeen::acts(std::size_t item, ItemSet set) {
    ItemSet& known = uses_[item].acts_with;
    const auto rank = [](const ItemSet& one) { return std::pair(one.size(), one); };
    if (known.empty() || rank(set) < rank(known)) known = std::move(set);
}

// No transition uses a prohibition, or what a value is. It acts where a state goes on otherwise without it.
void ItemsSeen::see_standing_text(const Reach& reach, const Screening& screening,
                                  const std::vector<StateId>& roots) {
    for (std::size_t item = 0; item < model_.printed_items.size(); ++item) {
        if (model_.printed_items[item].identity_type != screening.items) continue;
        for (const ClauseId clause : model_.printed_items[item].clauses) {
            const ItemSet& known = uses_[item].acts_with;
            if (!stands_[clause.index] || (!known.empty() && known.size() <= screening.holders.size()))
                continue;
            if (!stands_idle(reach, screening, roots, item, clause)) uses_[item].acts_unseen = true;
        }
    }
}

// False: that was not asked of all states.
bool ItemsSeen::stands_idle(const Reach& reach, const Screening& screening, const std::vector<StateId>& roots,
                            std::size_t item, ClauseId clause) {
    const Exploration& exploration = reach.exploration();
    const Evaluator without(model_, all_but(reach.evaluator(), {clause}));
    const Differences differences(reach.evaluator(), without, {clause});
    std::map<StateId, bool> is_laid_out;  // by root
    std::size_t left = std::min(comparisons_left_, most_for_a_clause);
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const auto [root, is_new] = is_laid_out.try_emplace(roots[i]);
        if (is_new) {
            const ItemSet set = set_on(screening, exploration.state(roots[i]));
            root->second = std::ranges::binary_search(set, model_.printed_items[item].identity);
        }
        if (!root->second) continue;
        if (left == 0 || reach.is_out_of_time() || is_any(reach.closed_at(StateId(i)))) return false;
        --left;
        --comparisons_left_;
        if (!differences.are_in(exploration.state(StateId(i)))) continue;
        acts(item, set_on(screening, exploration.state(roots[i])));
        break;
    }
    return true;
}

// Items that some table does not put into effect from the start: does play?
std::vector<std::size_t> ItemsSeen::see_plays(const Reach& reach, std::size_t setup,
                                              const ItemsLaidOut& laid_out) {
    std::vector<std::size_t> waiting;
    const Exploration& exploration = reach.exploration();
    const Screening& screening = *model_.setups[setup].screening;
    for (std::size_t i = 0; i < model_.printed_items.size(); ++i) {
        const PrintedItem& item = model_.printed_items[i];
        Use& use = uses_[i];
        if (item.identity_type != screening.items || !is_brought_in_[i]) continue;
        const auto with_it = laid_out.find(item.identity);
        if (with_it == laid_out.end()) continue;
        const auto functions = [&](StateId id) {
            return reach.evaluator().value(item.functions, exploration.state(id)).value_or(0) != 0;
        };
        // A step may lead to where another play begins.
        const auto leads_there = [&](StateId id) {
            return std::ranges::any_of(exploration.graph().successors(static_cast<std::uint32_t>(id.index)),
                                       [&](std::uint32_t target) { return functions(StateId(target)); });
        };
        bool waits = false;
        for (const PlayFrom& play : with_it->second) {
            if (use.is_playable.value_or(false)) break;
            if (functions(play.front())) continue;
            waits = true;
            use.is_playable = std::ranges::any_of(play, leads_there);
        }
        if (waits) use.waits_on.insert(setup);
        if (waits && !*use.is_playable) waiting.push_back(i);
    }
    return waiting;
}

}  // namespace errata::checker
