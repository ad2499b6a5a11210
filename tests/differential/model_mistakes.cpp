// Something that a model is made of, mistaken for something else.
#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "tests/differential/mistakes.h"

namespace errata::tests {

using namespace compiler;

namespace {

// A type with the same values that refers to no objects.
TypeId without_objects(Model& model, TypeId id) {
    Type plain = model.type(id);
    plain.base = TypeId();
    if (plain.element.is_valid()) plain.element = without_objects(model, plain.element);
    model.types.push_back(std::move(plain));
    return TypeId(model.types.size() - 1);
}

void reverse_agenda(Model& model, const EnabledClauses&) {
    if (model.policies.agenda != Agenda::Bag)
        model.policies.agenda = model.policies.agenda == Agenda::Stack ? Agenda::Queue : Agenda::Stack;
}

void bag_like_stack(Model& model, const EnabledClauses&) {
    if (model.policies.agenda == Agenda::Bag) model.policies.agenda = Agenda::Stack;
}

void queue_like_stack(Model& model, const EnabledClauses&) {
    if (model.policies.agenda == Agenda::Queue) model.policies.agenda = Agenda::Stack;
}

void lost_first_option(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points)
        if (point.options.size() > 1) point.options.erase(point.options.begin());
}

void lost_option(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points)
        if (point.options.size() > 1) point.options.pop_back();
}

void guard_ignored(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points)
        for (PointOption& option : point.options) option.guard = model.terms.truth(true);
}

void otherwise_missed(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.otherwise.reset();
}

void eager_otherwise(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) {
        if (!point.otherwise) continue;
        point.options.push_back(
            {"otherwise", {}, {}, model.terms.truth(true), *point.otherwise, point.clause});
    }
}

void quiet_owners(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.player = TermId();
}

void quiet_ranks(Model& model, const EnabledClauses&) {
    for (Trigger& trigger : model.rules.triggers) trigger.rank = TermId();
}

void always_settled(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.settled = true;
}

void priority_forgotten(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.settled = false;
}

void floor_forgotten(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.floor = false;
}

void nothing_remembered(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points) point.remembers = false;
}

void forgotten_life(Model& model, const EnabledClauses&) {
    Type counter;
    counter.form = TypeForm::Counter;
    model.types.push_back(counter);
    const TypeId any(model.types.size() - 1);
    for (Point& point : model.flow.points) {
        for (std::uint32_t reg = 0; reg < model.layout.registers; ++reg) {
            if (std::ranges::count(point.live_registers, reg, &BinderRegister::reg) == 0)
                point.live_registers.push_back({reg, any, "dead"});
        }
    }
}

void kept_reference(Model& model, const EnabledClauses&) {
    for (Point& point : model.flow.points)
        for (BinderRegister& live : point.live_registers) live.type = without_objects(model, live.type);
}

void kept_argument(Model& model, const EnabledClauses&) {
    for (Trigger& trigger : model.rules.triggers)
        for (TypeId& param : trigger.params) param = without_objects(model, param);
}

void first_check_only(Model& model, const EnabledClauses&) {
    std::vector<TermId> none_before;
    for (StateCheck& check : model.rules.state_checks) {
        const TermId condition = check.condition;
        none_before.push_back(condition);
        check.condition = model.terms.land(none_before);
        none_before.back() = model.terms.lnot(condition);
    }
}

void last_check_only(Model& model, const EnabledClauses&) {
    if (model.rules.state_checks.size() > 1)
        model.rules.state_checks.erase(model.rules.state_checks.begin(), model.rules.state_checks.end() - 1);
}

void quiet_checks(Model& model, const EnabledClauses&) { model.incidents.settle_conflict = IncidentId(); }

void sets_before_adds(Model& model, const EnabledClauses&) { model.policies.sets_last = false; }

void adds_before_sets(Model& model, const EnabledClauses&) { model.policies.sets_last = true; }

void ordered_checks(Model& model, const EnabledClauses&) { model.rules.moment_orders.clear(); }

void unlimited_moment(Model& model, const EnabledClauses&) {
    for (Trigger& trigger : model.rules.triggers) trigger.limit.reset();
}

void generous_limit(Model& model, const EnabledClauses&) {
    for (Trigger& trigger : model.rules.triggers) {
        if (trigger.limit) ++trigger.limit->most;
    }
}

void forgotten_overflow(Model& model, const EnabledClauses&) {
    for (Variable& variable : model.variables) {
        if (model.type(variable.type).form != TypeForm::Range) continue;
        Type wider = model.type(variable.type);
        wider.lo -= 20;
        wider.hi += 20;
        model.types.push_back(std::move(wider));
        variable.type = TypeId(model.types.size() - 1);
    }
}

void nobody_alike(Model& model, const EnabledClauses&) {
    for (std::size_t i = 0; i < model.types.size(); ++i) model.types[i].interchangeable = false;
}

void ignored_enabled(Model& model, const EnabledClauses& enabled) {
    const auto first = std::ranges::find(enabled, true);
    if (first == enabled.end()) return;
    const ClauseId clause(static_cast<std::size_t>(first - enabled.begin()));
    for (OpenFunction& open : model.functions.open) {
        for (Statement& statement : open.statements) {
            if (statement.clause.is_valid() && !enabled[statement.clause.index]) statement.clause = clause;
        }
    }
}

void quiet_gap(Model& model, const EnabledClauses&) {
    for (OpenFunction& open : model.functions.open)
        if (!open.fallback.is_valid()) open.fallback = model.terms.truth(false);
}

void stray_value(Model& model, const EnabledClauses&) {
    for (OpenFunction& open : model.functions.open)
        std::erase_if(open.statements, [](const Statement& statement) { return !statement.positive; });
}

void fallback_anyway(Model& model, const EnabledClauses&) {
    for (OpenFunction& open : model.functions.open)
        if (open.fallback.is_valid()) open.statements.clear();
}

void value_ignored(Model& model, const EnabledClauses&) {
    for (OpenFunction& open : model.functions.open)
        for (Statement& statement : open.statements)
            statement.value = model.terms.constant(model.type(open.type).hi);
}

void preference_ignored(Model& model, const EnabledClauses&) {
    for (Equations& system : model.functions.equations) system.preference = TermId();
}

void inductive_like_plain(Model& model, const EnabledClauses&) {
    for (Equations& system : model.functions.equations) system.inductive = false;
}

void backup_forgotten(Model& model, const EnabledClauses&) {
    for (Unknown& unknown : model.functions.unknowns) unknown.backup = TermId();
}

void other_equation(Model& model, const EnabledClauses&) {
    for (Unknown& unknown : model.functions.unknowns) {
        if (model.type(unknown.type).lo == 0 && model.type(unknown.type).hi == 1)
            unknown.definition = model.terms.make(TermKind::Not, {unknown.definition});
    }
}

void lost_equation(Model& model, const EnabledClauses&) {
    for (const Equations& system : model.functions.equations) {
        if (system.inductive || system.count == 0) continue;
        const std::size_t last = system.first + system.count - 1;
        Unknown& unknown = model.functions.unknowns[last];
        std::vector<TermId> itself;
        for (const TypeId param : unknown.params)
            itself.push_back(model.terms.make_leaf(TermKind::Bound, static_cast<Value>(itself.size()), {},
                                                   model.type(param)));
        unknown.definition = model.terms.make_leaf(TermKind::Unknown, static_cast<Value>(last),
                                                   std::move(itself), model.type(unknown.type));
    }
}

}  // namespace

const std::vector<ModelMistake>& model_mistakes() {
    static const std::vector<ModelMistake> all = {
        {"ReverseAgenda", "a stack is a queue and the other way round", reverse_agenda},
        {"BagLikeStack", "the next instance is taken from the bag before the last item is done",
         bag_like_stack},
        {"QueueLikeStack", "a queue is a stack", queue_like_stack},
        {"LostFirstOption", "a point's first option is not seen", lost_first_option},
        {"LostOption", "a point's last option is not seen", lost_option},
        {"GuardIgnored", "options are there whatever their guards say", guard_ignored},
        {"OtherwiseMissed", "a point without an option has nothing else", otherwise_missed},
        {"EagerOtherwise", "`otherwise` is taken although there are options", eager_otherwise},
        {"QuietOwners", "nobody asks whose choice it is", quiet_owners},
        {"QuietRanks", "any of the pending instances may be placed", quiet_ranks},
        {"AlwaysSettled", "state checks and placements come between any two transitions", always_settled},
        {"PriorityForgotten", "options are offered although triggers wait", priority_forgotten},
        {"FloorForgotten", "only the control frame waits for what is placed", floor_forgotten},
        {"NothingRemembered", "what has left is forgotten in the middle of an effect, too",
         nothing_remembered},
        {"ForgottenLife", "Stop keeps the registers that die there", forgotten_life},
        {"KeptReference", "an object that has left stays in the registers of the waiting frames",
         kept_reference},
        {"KeptArgument", "an object that has left stays in the arguments of pending instances",
         kept_argument},
        {"FirstCheckOnly", "of several enabled state checks the first is carried out", first_check_only},
        {"LastCheckOnly", "of several state checks the last is carried out", last_check_only},
        {"QuietChecks", "state checks that set one cell differently say nothing", quiet_checks},
        {"SetsBeforeAdds", "what state checks add comes on top though the game says otherwise",
         sets_before_adds},
        {"AddsBeforeSets", "what state checks add to what they set is lost", adds_before_sets},
        {"UnlimitedMoment", "at one moment all are caught, whatever the limit", unlimited_moment},
        {"GenerousLimit", "at one moment one more than the limit is caught", generous_limit},
        {"OrderedChecks", "somebody decides what state checks set and add to comes first", ordered_checks},
        {"ForgottenOverflow", "leaving a type is not noticed", forgotten_overflow},
        {"NobodyAlike", "objects that nothing tells apart count one by one", nobody_alike},
        {"IgnoredEnabled", "statements of disabled clauses still hold", ignored_enabled},
        {"QuietGap", "an undetermined predicate is false", quiet_gap},
        {"StrayValue", "what nobody decides may come out as a value that is ruled out", stray_value},
        {"FallbackAnyway", "a fallback counts though the statements do not allow it", fallback_anyway},
        {"ValueIgnored", "statements speak of the last value of the type, whatever they say", value_ignored},
        {"PreferenceIgnored", "all solutions count", preference_ignored, 2330},
        {"InductiveLikePlain", "an inductive system has any of its solutions, not the least",
         inductive_like_plain},
        {"BackupForgotten", "no solution is an incident although there are backups", backup_forgotten},
        {"OtherEquation", "an unknown to bool has the opposite of its definition", other_equation},
        {"LostEquation", "the last unknown of a system need not satisfy its equation", lost_equation},
    };
    return all;
}

}  // namespace errata::tests
