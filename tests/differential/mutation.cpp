#include "tests/differential/mutation.h"

#include <map>
#include <utility>

namespace errata::tests {

using namespace errata::compiler;

namespace {

Code nothing() { return Code{}; }

// Another node in the place of one; nothing: it stays.
std::optional<Code> mistaken(const Model& model, Code code, EvaluatorFault fault) {
    switch (fault) {
        case EvaluatorFault::LostInstance:
            if (code.kind == CodeKind::Pend) return nothing();
            break;
        case EvaluatorFault::KeptReference:
            if (code.kind == CodeKind::Forget) return nothing();
            break;
        case EvaluatorFault::ReturnLikeStop:
            if (code.kind != CodeKind::Return) break;
            for (std::size_t p = 0; p < model.points.size(); ++p) {
                if (!model.points[p].control) code.point = PointId(p);
            }
            code.kind = CodeKind::Stop;
            return code;
        case EvaluatorFault::QuietFork:
            if (code.kind != CodeKind::Fork) break;
            code.kind = CodeKind::Sequence;
            code.children.resize(1);
            return code;
        case EvaluatorFault::IncreaseLikeSet:
            if (code.kind != CodeKind::Increase) break;
            code.kind = CodeKind::Set;
            return code;
        case EvaluatorFault::GainLikeSet:
            if (code.kind != CodeKind::Gain) break;
            code.kind = CodeKind::Set;
            return code;
        case EvaluatorFault::OrderAsWritten:
            if (code.kind != CodeKind::AnyOrder) break;
            code.kind = CodeKind::Sequence;
            return code;
        case EvaluatorFault::NeverAtRest:
            if (code.kind != CodeKind::IfAtRest) break;
            code.kind = CodeKind::Sequence;
            code.children.erase(code.children.begin());
            return code;
        case EvaluatorFault::SequentialBlock:
            if (code.kind != CodeKind::Simultaneously) break;
            code.kind = CodeKind::Sequence;
            return code;
        case EvaluatorFault::QuietBlocks:
            if (code.kind != CodeKind::Simultaneously) break;
            code.incident = IncidentId();
            return code;
        case EvaluatorFault::FirstPassOnly:
            if (code.kind != CodeKind::If) break;
            code.kind = CodeKind::Sequence;
            code.children.resize(1);
            return code;
        case EvaluatorFault::SolveWithoutOthers:
            if (code.kind != CodeKind::Solve) break;
            code.children.resize(1);
            return code;
        default:
            break;
    }
    return std::nullopt;
}

// A Call as a Pend and a Stop: two nodes for one.
void call_later(Model& model, CodeId id) {
    Code pend = model.code[id];
    Code stop = pend;
    pend.kind = CodeKind::Pend;
    stop.kind = CodeKind::Stop;
    stop.terms.clear();
    Code both = nothing();
    both.children = {model.code.add(std::move(pend)), model.code.add(std::move(stop))};
    model.code.replace(id, std::move(both));
}

void mistake_code(Model& model, EvaluatorFault fault) {
    const std::size_t nodes = model.code.size();
    for (std::size_t i = 0; i < nodes; ++i) {
        const CodeId id(i);
        if (fault == EvaluatorFault::CalledLater && model.code[id].kind == CodeKind::Call)
            call_later(model, id);
        if (std::optional<Code> other = mistaken(model, model.code[id], fault))
            model.code.replace(id, std::move(*other));
    }
}

void mistake_point(Model& model, Point& point, EvaluatorFault fault) {
    switch (fault) {
        case EvaluatorFault::LostOption:
            if (point.options.size() > 1) point.options.erase(point.options.begin());
            break;
        case EvaluatorFault::GuardIgnored:
            for (PointOption& option : point.options) option.guard = model.terms.truth(true);
            break;
        case EvaluatorFault::OtherwiseMissed:
            point.otherwise.reset();
            break;
        case EvaluatorFault::QuietOwners:
            point.player = TermId();
            break;
        case EvaluatorFault::AlwaysSettled:
            point.settled = true;
            break;
        case EvaluatorFault::FloorForgotten:
            point.floor = false;
            break;
        case EvaluatorFault::NothingRemembered:
            point.remembers = false;
            break;
        default:
            break;
    }
}

void mistake_equations(Model& model, EvaluatorFault fault) {
    for (Unknown& unknown : model.unknowns) {
        if (fault == EvaluatorFault::BackupIgnored) unknown.backup = TermId();
        const bool is_bool = model.type(unknown.type).lo == 0 && model.type(unknown.type).hi == 1;
        if (fault == EvaluatorFault::OtherEquation && is_bool)
            unknown.definition = model.terms.make(TermKind::Not, {unknown.definition});
    }
    for (Equations& system : model.equations) {
        if (fault == EvaluatorFault::PreferenceIgnored) system.preference = TermId();
        if (fault == EvaluatorFault::InductiveLikePlain) system.inductive = false;
    }
}

}  // namespace

Model with_fault(Model model, EvaluatorFault fault) {
    const std::map<EvaluatorFault, Agenda> stack_instead = {{EvaluatorFault::BagLikeStack, Agenda::Bag},
                                                            {EvaluatorFault::QueueLikeStack, Agenda::Queue}};
    const auto agenda = stack_instead.find(fault);
    if (agenda != stack_instead.end() && agenda->second == model.agenda) model.agenda = Agenda::Stack;
    if (fault == EvaluatorFault::LastCheckOnly && model.state_checks.size() > 1) {
        model.state_checks.erase(model.state_checks.begin(), model.state_checks.end() - 1);
    }
    if (fault == EvaluatorFault::QuietGap) {
        for (OpenFunction& open : model.open_functions)
            if (!open.fallback.is_valid()) open.fallback = model.terms.truth(false);
    }
    if (fault == EvaluatorFault::NegativeStatementLost) {
        for (OpenFunction& open : model.open_functions)
            std::erase_if(open.statements, [](const Statement& statement) { return !statement.positive; });
    }
    if (fault == EvaluatorFault::QuietChecks) model.settle_conflict = IncidentId();
    mistake_equations(model, fault);
    for (Point& point : model.points) mistake_point(model, point, fault);
    mistake_code(model, fault);
    return model;
}

}  // namespace errata::tests
