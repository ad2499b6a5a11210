#include "checker/certify/initial_look.h"

#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// States looked up one by one; a setup with more is too open to list again without the search's own
// shortcuts.
constexpr std::size_t max_assignments = 200'000;

// The state with every combination of alternatives of these readings, one after the other like the wheels of
// a counter, as long as `visit` says so.
template <class Visit>
void for_each_combination(const Model& model, State state, const ReadingSet& readings, Visit visit) {
    std::vector<const Variable*> wheels;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (readings[i]) wheels.push_back(&model.variable(model.readings.all[i].variable));
    }
    for (const Variable* wheel : wheels) state[wheel->base] = model.type(wheel->type).lo;
    for (bool more = true; more;) {
        if (!visit(state)) return;
        more = false;
        for (std::size_t k = wheels.size(); k-- > 0 && !more;) {
            const Type& type = model.type(wheels[k]->type);
            Value& alternative = state[wheels[k]->base];
            more = alternative < type.hi;
            alternative = more ? alternative + 1 : type.lo;
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
    for (std::uint32_t state = 0; state < around_.states.size(); ++state) {
        const ReadingSet& asked = around_.asked.in(StateId(state));
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (!asked[i]) continue;
            asking_[i].resize(around_.states.size());
            asking_[i][state] = true;
        }
    }
    for (FixpointGraph::States& asking : asking_) {
        if (!asking.empty()) asking = around_.graph.leading_to(std::move(asking));
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

// Every assignment of the open cells, one after the other like the wheels of a counter.
void InitialLook::run(const Stop& stop) {
    const std::optional<std::vector<NarrowedCell>> wheels = this->wheels();
    lists_all_ = wheels.has_value();
    if (!wheels) return;
    find_what_plays_ask();
    std::vector<Value> values = dsl::mapped(*wheels, &NarrowedCell::lo);
    for (bool more = true; more && lists_all_ && problem_.empty() && !is_over(stop);) {
        const State state = evaluator_.initial(setup_, values);
        if (evaluator_.satisfies_requirements(setup_, state)) look_for_plays_from(state, around_.kept);
        more = false;
        for (std::size_t k = values.size(); k-- > 0 && !more;) {
            more = values[k] < (*wheels)[k].hi;
            values[k] = more ? values[k] + 1 : (*wheels)[k].lo;
        }
    }
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
    ReadingSet asked(kept.size());
    ReadingSet still_kept = kept;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        asked[i] = kept[i] && !asking_[i].empty() && asking_[i][*known];
        still_kept[i] = kept[i] && !asked[i];
    }
    if (still_kept == kept) return;
    for_each_combination(evaluator_.model(), state, asked, [&](const State& other) {
        if (evaluator_.satisfies_requirements(setup_, other)) look_for_plays_from(other, still_kept);
        return lists_all_ && problem_.empty();
    });
}

}  // namespace errata::checker
