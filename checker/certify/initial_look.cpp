#include "checker/certify/initial_look.h"

#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// States looked up one by one; a setup with more is too open to list again without the search's own
// shortcuts.
constexpr std::size_t max_assignments = 200'000;

// The state with every assignment of these cells, one after the other like the wheels of a counter, as long
// as `visit` says so.
template <class Visit>
void for_each_assignment(State state, const std::vector<NarrowedCell>& wheels, Visit visit) {
    for (const NarrowedCell& wheel : wheels) state[wheel.cell] = wheel.lo;
    for (bool more = true; more && visit(state);) {
        more = false;
        for (std::size_t k = wheels.size(); k-- > 0 && !more;) {
            Value& value = state[wheels[k].cell];
            more = value < wheels[k].hi;
            value = more ? value + 1 : wheels[k].lo;
        }
    }
}

}  // namespace

InitialLook::InitialLook(const Evaluator& evaluator, const Setup& setup, const Around& around)
    : evaluator_(evaluator),
      setup_(setup),
      around_(around),
      asking_(around.kept.size()),
      initial_(around.states.size()),
      left_to_look_up_(max_assignments) {}

void InitialLook::find_what_plays_ask() {
    for (std::size_t i = 0; i < asking_.size(); ++i) {
        FixpointGraph::States asking = around_.asked.where_asked(i, around_.states.size());
        if (is_any(asking)) asking_[i] = around_.graph.leading_to(std::move(asking));
    }
}

std::optional<std::vector<NarrowedCell>> InitialLook::wheels() const {
    const Model& model = evaluator_.model();
    std::vector<NarrowedCell> result;
    std::size_t assignments = 1;
    for (const std::size_t cell : setup_.open) {
        for (const Variable& variable : model.variables) {
            if (variable.base > cell || cell >= variable.base + variable.cells) continue;
            const Type& type = model.type(variable.type);
            if (!type.is_finite()) return std::nullopt;
            result.push_back({cell, type.lo, type.hi});
        }
        for (const NarrowedCell& narrow : setup_.narrowed) {
            if (narrow.cell == cell) result.back() = narrow;
        }
        const auto values = static_cast<std::size_t>(result.back().hi - result.back().lo + 1);
        if (values > max_assignments / assignments) return std::nullopt;
        assignments *= values;
    }
    return result;
}

void InitialLook::run(const Stop& stop) {
    const std::optional<std::vector<NarrowedCell>> wheels = this->wheels();
    lists_all_ = wheels.has_value();
    if (!wheels) return;
    find_what_plays_ask();
    const State first = evaluator_.initial(setup_, dsl::mapped(*wheels, &NarrowedCell::lo));
    for_each_assignment(first, *wheels, [&](const State& state) {
        if (evaluator_.satisfies_requirements(setup_, state)) look_for_plays_from(state, around_.kept);
        return lists_all_ && problem_.empty() && !is_over(stop);
    });
}

void InitialLook::look_for_plays_from(const State& state, const ReadingSet& kept) {
    if (left_to_look_up_ == 0) lists_all_ = false;
    if (!lists_all_ || !problem_.empty()) return;
    --left_to_look_up_;
    const std::optional<std::uint32_t> known = around_.states.find(state);
    if (!known) {
        problem_ = "an initial state is not among them";
        return;
    }
    initial_[*known] = true;
    const Model& model = evaluator_.model();
    std::vector<NarrowedCell> asked;
    ReadingSet still_kept = kept;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i] || asking_[i].empty() || !asking_[i][*known]) continue;
        const Variable& variable = model.variable(model.readings.all[i].variable);
        asked.push_back({variable.base, model.type(variable.type).lo, model.type(variable.type).hi});
        still_kept[i] = false;
    }
    if (asked.empty()) return;
    for_each_assignment(state, asked, [&](const State& other) {
        if (evaluator_.satisfies_requirements(setup_, other)) look_for_plays_from(other, still_kept);
        return lists_all_ && problem_.empty();
    });
}

}  // namespace errata::checker
