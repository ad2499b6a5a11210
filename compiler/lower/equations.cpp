#include "compiler/lower/equations.h"

#include <algorithm>
#include <set>
#include <variant>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/monotone.h"
#include "compiler/ir/print.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/answers.h"
#include "compiler/lower/body.h"
#include "compiler/lower/computed.h"
#include "compiler/lower/events.h"
#include "compiler/lower/layer_order.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Who asks whom: for every computed value (with and without single effects on it) and every open function,
// the others that its definition or the statements about it ask.

using AskedFunction = std::variant<ComputedCase, OpenId>;

struct Asks {
    std::map<AskedFunction, std::set<AskedFunction>> asks;
    std::set<ComputedCase> may_disagree;     // several effects set it, to values that may differ
    std::map<ComputedCase, TypeId> bearers;  // of those without one effect of a bearer
    std::set<std::int64_t> ask_themselves;   // layers with an effect that asks for a value of its own layer
};

// Notes what is asked; what it comes to does not matter here. What forbids an action is not looked at: a
// value that depends on itself by way of that is an error when it is written out.
class Noting : public Answers {
public:
    Noting(const Lowering*& l, Asks& result) : l_(l), result_(result) {}

    TermId can(ActionId, const std::vector<TypedTerm>&, const Scope&, dsl::Span) override {
        return l_->pool().truth(true);
    }

    TermId computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope& scope,
                    dsl::Span) override {
        if (is_as_printed(*l_, what, scope)) return printed_value(*l_, what, arguments, scope);
        const ComputedCase asked = case_asked(*l_, what, scope);
        if (scope.unapplied && layer_of(*l_, what) == scope.layer) result_.ask_themselves.insert(scope.layer);
        if (asked.has_bearer) result_.bearers[asked] = scope.unapplied->bearer->type;
        asked_->insert(asked);
        result_.asks[asked];
        const TypeId type = l_->names.callables.computed[what.index].type;
        return l_->pool().make_leaf(TermKind::Unknown, 0, dsl::mapped(arguments, &TypedTerm::term),
                                    l_->type(type));
    }

    TermId open(OpenId open, std::vector<TermId> arguments) override {
        asked_->insert(open);
        return l_->pool().make_leaf(TermKind::Open, open.index, std::move(arguments),
                                    l_->type(l_->names.callables.opens[open.index].type));
    }

    TermId solutions(ComputedId what, dsl::Span) override {
        return l_->pool().make(TermKind::Solutions, {}, what.index);
    }

    TermId payable(const typed::Block&, const Scope&) override { return l_->pool().truth(true); }

    void note_for(AskedFunction who) { asked_ = &result_.asks[who]; }

private:
    const Lowering*& l_;
    Asks& result_;
    std::set<AskedFunction>* asked_ = nullptr;
};

bool differ(const Lowering& l, const std::vector<Statement>& statements) {
    return statements.size() > 1 &&
           std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
               return statement.value != statements.front().value || !l.pool().is_constant(statement.value);
           });
}

class Survey {
public:
    explicit Survey(const Lowering& game)
        : aside_(game.reporter.into(unheard_)),
          model_(game.model),
          answers_(self_, result_),
          effort_(aside_),
          terms_(game.program, game.phrases, model_, answers_, effort_, aside_, told_apart_),
          lowering_{game.program,  game.names, game.phrases, aside_,  model_,
                    game.arranged, terms_,     effort_,      memory_, to_do_} {
        self_ = &lowering_;
    }

    Asks run() {
        const Names& names = lowering_.names;
        for (std::size_t i = 0; i < names.callables.computed.size(); ++i)
            result_.asks[ComputedCase{ComputedId(i), {}, false}];
        for (std::size_t i = 0; i < names.callables.opens.size(); ++i) result_.asks[OpenId(i)];
        // On the way, values without one effect turn up, which have definitions of their own.
        std::set<ComputedCase> done;
        for (auto next = next_case(done); next; next = next_case(done)) {
            done.insert(*next);
            survey(*next);
        }
        for (const PlacedAbility& placed : lowering_.arranged.statements) survey(placed);
        return std::move(result_);
    }

private:
    std::optional<ComputedCase> next_case(const std::set<ComputedCase>& done) const {
        for (const auto& [asked, others] : result_.asks) {
            const auto* const one = std::get_if<ComputedCase>(&asked);
            if (one && done.count(*one) == 0) return *one;
        }
        return std::nullopt;
    }

    void survey(const ComputedCase& what) {
        answers_.note_for(what);
        Scope scope;
        const auto bearer = result_.bearers.find(what);
        const TypeId on = bearer == result_.bearers.end() ? TypeId{} : bearer->second;
        const auto args = parameters(lowering_, params_of(lowering_, what, on), scope);
        if (lowering_.names.callables.computed[what.of.index].kind != ComputedKind::Derived) {
            printed_value(lowering_, what.of, args, scope);
            return;
        }
        present_value(lowering_, what, {}, args, scope);
        if (differ(lowering_, settings(lowering_, what, args, scope))) result_.may_disagree.insert(what);
    }

    void survey(const PlacedAbility& placed) {
        const OpenId open = placed.ability->said.open;
        answers_.note_for(open);
        Scope scope;
        const auto roles = parameters(lowering_, lowering_.names.callables.opens[open.index].params, scope);
        for_some_bearer(lowering_, placed, scope, roles,
                        [&](Scope inner) { return applies(lowering_, *placed.ability, roles, inner); });
    }

    dsl::Sink unheard_;
    Reporter aside_;
    Model model_;
    Asks result_;
    const Lowering* self_ = nullptr;
    Noting answers_;
    Effort effort_;
    std::map<TypeId, dsl::Span> told_apart_;
    Terms terms_;
    Memory memory_;
    ToDo to_do_;
    Lowering lowering_;
};

Asks who_asks_whom(const Lowering& l) { return Survey(l).run(); }

// Strongly connected components, those asked first (Tarjan, 1972).
class Components {
public:
    explicit Components(const std::map<AskedFunction, std::set<AskedFunction>>& asks) : asks_(asks) {
        for (const auto& [one, others] : asks) {
            if (number_.count(one) == 0) visit(one);
        }
    }
    std::vector<std::vector<AskedFunction>> result;

private:
    void visit(const AskedFunction& one) {
        number_[one] = low_[one] = next_++;
        stack_.push_back(one);
        for (const AskedFunction& other : asks_.at(one)) {
            if (asks_.count(other) == 0) continue;
            if (number_.count(other) == 0) {
                visit(other);
                low_[one] = std::min(low_[one], low_[other]);
            } else if (std::find(stack_.begin(), stack_.end(), other) != stack_.end()) {
                low_[one] = std::min(low_[one], number_[other]);
            }
        }
        if (low_[one] != number_[one]) return;
        const auto from = std::find(stack_.begin(), stack_.end(), one);
        result.emplace_back(from, stack_.end());
        stack_.erase(from, stack_.end());
    }

    const std::map<AskedFunction, std::set<AskedFunction>>& asks_;
    std::map<AskedFunction, std::size_t> number_;
    std::map<AskedFunction, std::size_t> low_;
    std::vector<AskedFunction> stack_;
    std::size_t next_ = 0;
};

// The open function that holds what several effects set.
void add_settled(const Lowering& l, const ComputedCase& of, ComputedAnswer& answer) {
    const Computed& what = declared(l, of.of);
    const Type& type = l.type(what.type);
    if (type.size() > most_open_values) {
        l.reporter.error(DiagnosticKind::too_large, what.item->name_span,
                         "'" + what.name + "' has " + std::to_string(type.size()) +
                             " values, and several effects set it: at most " +
                             std::to_string(most_open_values) + " can be told apart",
                         "give it a narrower range, or let one of the effects add ('+=')");
        return;
    }
    OpenFunction open;
    open.name = answer.name;
    open.params = answer.params;
    open.type = what.type;
    open.span = what.item->span;
    answer.settled = OpenId(l.model.functions.open.size());
    l.model.functions.open.push_back(std::move(open));
}

void check_members(const Lowering& l, const std::vector<ComputedCase>& members) {
    const Computed& first = declared(l, members.front().of);
    for (const ComputedCase& member : members) {
        const Computed& other = declared(l, member.of);
        if (other.item == first.item) continue;
        if (other.kind == ComputedKind::Derived && first.kind == ComputedKind::Derived) continue;
        l.reporter.error(DiagnosticKind::recursive_definition, other.item->name_span,
                         "'" + other.item->name + "' and '" + first.item->name + "' lean on each other",
                         "what leans on each other stands in one 'equations' block");
        return;
    }
}

ClauseKind clause_kind(ComputedKind kind) {
    switch (kind) {
        case ComputedKind::Derived:
            return ClauseKind::Derived;
        case ComputedKind::Inductive:
            return ClauseKind::Inductive;
        case ComputedKind::Unknown:
            return ClauseKind::Equations;
    }
    return ClauseKind::Equations;
}

// Which value it is, and without which effects.
std::string computed_part_name(const Lowering& l, const ComputedCase& of) {
    const Computed& what = declared(l, of.of);
    std::string own = what.name == what.item->name ? "" : what.name;
    if (!of.without) return own;
    const ClauseId effect = l.arranged.effects[of.of.index][*of.without].placed.clause;
    return (own.empty() ? "" : own + " ") + "before " + l.model.clause(effect).path;
}

using Layers = std::set<std::int64_t>;

bool is_in(const Lowering& l, const Layers& layers, const ComputedCase& of) {
    return declared(l, of.of).kind == ComputedKind::Derived && layers.contains(layer_of(l, of.of));
}

// `in_order`: layers whose effects are applied one after the other.
void add_system(const Lowering& l, const std::vector<ComputedCase>& members, const Layers& in_order,
                ComputedAnswers& answers) {
    check_members(l, members);
    const Computed& first = declared(l, members.front().of);
    Equations system;
    // Values that lean on one another have no order: the system is called by the first in the alphabet.
    const auto name = [&](const ComputedCase& member) { return declared(l, member.of).item->name; };
    system.name = name(*std::ranges::min_element(members, {}, name));
    system.span = first.item->name_span;
    system.first = l.model.functions.unknowns.size();
    system.inductive = first.kind == ComputedKind::Inductive;
    for (const ComputedCase& member : members) {
        const Computed& what = declared(l, member.of);
        if (is_in(l, in_order, member)) {
            const std::int64_t layer = layer_of(l, member.of);
            if (l.arranged.orders.contains(layer)) continue;
            const dsl::Span span = what.definition->span;
            add_layer_order(l, layer, span,
                            add_clause(l, what.item->name, clause_kind(what.kind), l.reporter.excerpt(span),
                                       what.item->rows, span, "layer " + std::to_string(layer)));
            continue;
        }
        ComputedAnswer& answer = answers.at(member);
        Value count = 1;
        for (const TypeId param : answer.params) count *= l.type(param).size();
        if (count > most_unknowns_of_a_family) {
            l.reporter.error(DiagnosticKind::too_large, what.definition->span,
                             "'" + what.item->name + "' would have " + std::to_string(count) +
                                 " values, all of them solved together: at most " +
                                 std::to_string(most_unknowns_of_a_family),
                             "give it fewer parameters, or use a smaller board in 'scope'");
        }
        Unknown unknown;
        unknown.name = answer.name;
        unknown.params = answer.params;
        unknown.type = what.type;
        unknown.span = what.definition->span;
        unknown.clause =
            add_clause(l, what.item->name, clause_kind(what.kind), l.reporter.excerpt(unknown.span),
                       what.item->rows, unknown.span, computed_part_name(l, member));
        answer.unknown = UnknownId(l.model.functions.unknowns.size());
        l.model.functions.unknowns.push_back(std::move(unknown));
    }
    system.count = l.model.functions.unknowns.size() - system.first;
    l.model.functions.equations.push_back(std::move(system));
}

TermId definition(const Lowering& l, const ComputedCase& of, const ComputedAnswer& answer) {
    Scope scope;
    const auto args = parameters(l, answer.params, scope);
    return declared(l, of.of).kind == ComputedKind::Derived
               ? present_value(l, of, answer.settled, args, scope)
               : printed_value(l, of.of, args, scope);
}

void define_unknown(const Lowering& l, const ComputedCase& of, const ComputedAnswer& answer) {
    const TermId term = definition(l, of, answer);
    l.model.functions.unknowns[answer.unknown->index].definition = term;
    const typed::ComputedBody& body = l.program.computed[of.of.index];
    if (body.backup.empty()) return;
    Scope scope;
    const auto args = parameters(l, answer.params, scope);
    for (std::size_t i = 0; i < body.params.size(); ++i)
        scope.add(body.params[i].local, body.params[i].name, args[i]);
    const TermId backup = l.terms.term(body.backup[0], scope);
    l.model.functions.unknowns[answer.unknown->index].backup = backup;
}

void define_settled(const Lowering& l, const ComputedCase& of, const ComputedAnswer& answer) {
    Scope scope;
    const auto args = parameters(l, answer.params, scope);
    const TermId printed = printed_value(l, of.of, args, scope);
    auto statements = settings(l, of, args, scope);
    OpenFunction& open = l.model.functions.open[answer.settled->index];
    open.statements = std::move(statements);
    open.fallback = printed;
    Incident incident;
    incident.code = FindingCode::ContradictionSetSet;
    const std::string& latest = latest_by(l, of.of);
    incident.kind = latest.empty() ? IncidentKind::SetDifferently : IncidentKind::LatestUnknown;
    incident.names = {open.name};
    incident.detail = latest;
    incident.span = open.span;
    for (const ContinuousEffect& effect : l.arranged.effects[of.of.index]) {
        if (effect.placed.ability->said.change == ast::Change::Set)
            incident.clauses.push_back(effect.placed.clause);
    }
    const Type& type = l.type(open.type);
    for (Value v = type.lo; v <= type.hi; ++v)
        incident.outcomes.push_back(open.name + ": " + l.model.types.named(open.type, v));
    open.contradiction = add_incident(l, incident);
    incident.code = FindingCode::GapUndefined;
    incident.kind = IncidentKind::LeftOpen;
    incident.detail = l.type(open.type).name;
    open.gap = add_incident(l, std::move(incident));
}

// Why the layer of a system without a solution has none.
void tell_of_order(const Lowering& l, const Equations& system, Incident& none) {
    for (const auto& [number, order] : l.arranged.orders) {
        if (order.turn.index < system.first || order.turn.index >= system.first + system.count) continue;
        none.kind = IncidentKind::LayerUnordered;
        none.names.resize(1);
        none.names.push_back(std::to_string(number));
    }
}

void add_solution_incidents(const Lowering& l, Equations& system, const std::vector<ClauseId>& effects) {
    Incident none;
    none.code = FindingCode::ContradictionNoFixpoint;
    none.kind = IncidentKind::NoSolution;
    none.names = {system.name};
    none.span = system.span;
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        const ClauseId clause = l.model.functions.unknowns[i].clause;
        if (none.clauses.empty() || none.clauses.back() != clause) none.clauses.push_back(clause);
    }
    tell_of_order(l, system, none);
    none.clauses.insert(none.clauses.end(), effects.begin(), effects.end());
    Incident several = none;
    several.code = FindingCode::ContradictionManyFixpoints;
    several.kind = IncidentKind::SeveralSolutions;
    several.names = {system.name};
    for (int i = 1; i <= 100; ++i) several.outcomes.push_back("solution " + std::to_string(i));
    system.none = add_incident(l, std::move(none));
    system.several = add_incident(l, std::move(several));
}

void define_system(const Lowering& l, EquationsId id, const ComputedAnswers& answers) {
    Equations& system = l.model.functions.equations[id.index];
    std::vector<ClauseId> effects;
    std::optional<TermId> preferred;
    ast::Preference preference = ast::Preference::Most;
    for (const auto& [of, answer] : answers) {
        const LayerOrder* const order = order_of(l, of.of);
        const std::optional<UnknownId> own = order ? order->values.at(of.of).at : answer.unknown;
        if (!own || own->index < system.first || own->index >= system.first + system.count) continue;
        for (const ContinuousEffect& effect : l.arranged.effects[of.of.index])
            effects.push_back(effect.placed.clause);
        const auto& written = l.program.preferences[of.of.index];
        if (written.empty()) continue;
        preferred = l.terms.term(written[0], Scope{});
        preference = declared(l, of.of).item->sort.preference;
    }
    add_solution_incidents(l, system, effects);
    if (preferred && preference == ast::Preference::Least)
        preferred = l.pool().make(TermKind::Subtract, {l.pool().constant(0), *preferred});
    if (preferred) system.preference = *preferred;
    const TermId first = l.model.functions.unknowns[system.first].definition;
    if (!system.inductive || never_falls(l.model, id, first)) return;
    l.reporter.error(DiagnosticKind::recursive_definition, system.span,
                     "'" + system.name + "' is asked for where it must not hold",
                     "an inductive relation grows from nothing: ask for it without 'not', 'number of', '='; "
                     "or write 'equations'");
}

// What is solved together asks one another in a ring.
void join(std::map<AskedFunction, std::set<AskedFunction>>& asks, const std::vector<ComputedCase>& members) {
    for (std::size_t i = 0; i < members.size(); ++i)
        asks[members[i]].insert(members[(i + 1) % members.size()]);
}

void join_layers(const Lowering& l, const Layers& layers, Asks& found) {
    for (const std::int64_t layer : layers) {
        std::vector<ComputedCase> members;
        for (const auto& [asked, others] : found.asks) {
            const auto* const one = std::get_if<ComputedCase>(&asked);
            if (one && is_in(l, {layer}, *one)) members.push_back(*one);
        }
        join(found.asks, members);
    }
}

}  // namespace

ComputedAnswers arrange_equations(const Lowering& l) {
    Asks found = who_asks_whom(l);
    ComputedAnswers answers;
    Layers in_order;
    if (!l.names.meta.effect_order.empty()) in_order = found.ask_themselves;
    join_layers(l, in_order, found);
    for (const auto& [asked, others] : found.asks) {
        const auto* const one = std::get_if<ComputedCase>(&asked);
        if (!one) continue;
        const auto bearer = found.bearers.find(*one);
        ComputedAnswer answer;
        answer.name = name_of(l, *one);
        answer.params = params_of(l, *one, bearer == found.bearers.end() ? TypeId{} : bearer->second);
        if (found.may_disagree.count(*one) > 0 && !is_in(l, in_order, *one)) add_settled(l, *one, answer);
        answers.emplace(*one, std::move(answer));
    }
    // The unknowns of one block are one system, whether they need each other or not.
    const auto& computed = l.names.callables.computed;
    for (std::size_t i = 0; i < computed.size(); ++i) {
        if (computed[i].kind != ComputedKind::Unknown) continue;
        std::size_t next = i + 1;
        if (next == computed.size() || computed[next].item != computed[i].item) {
            next = i;
            while (next > 0 && computed[next - 1].item == computed[i].item) --next;
        }
        found.asks[ComputedCase{ComputedId(i), {}, false}].insert(ComputedCase{ComputedId(next), {}, false});
    }
    for (const auto& component : Components(found.asks).result) {
        std::vector<ComputedCase> members;
        for (const AskedFunction& one : component) {
            if (const auto* const member = std::get_if<ComputedCase>(&one)) members.push_back(*member);
        }
        if (members.empty()) continue;
        // In the order in which they are declared, so that solutions are listed in that order.
        std::sort(members.begin(), members.end(), [&](const ComputedCase& a, const ComputedCase& b) {
            const dsl::Span left = declared(l, a.of).definition->span;
            const dsl::Span right = declared(l, b.of).definition->span;
            return std::tuple(left.file, left.begin, a) < std::tuple(right.file, right.begin, b);
        });
        const bool leans_on_itself =
            component.size() > 1 || found.asks.at(members.front()).count(members.front()) > 0;
        if (leans_on_itself || declared(l, members.front().of).kind != ComputedKind::Derived ||
            is_in(l, in_order, members.front()))
            add_system(l, members, in_order, answers);
    }
    return answers;
}

void define_equations(const Lowering& l, const ComputedAnswers& answers) {
    for (const auto& [of, answer] : answers) {
        if (answer.settled) define_settled(l, of, answer);
        if (answer.unknown) {
            define_unknown(l, of, answer);
        } else if (declared(l, of.of).kind == ComputedKind::Derived && !order_of(l, of.of)) {
            definition(l, of, answer);  // says what is wrong with it, asked or not
        }
    }
    for (const auto& [layer, order] : l.arranged.orders) define_layer_order(l, order);
    for (std::size_t i = 0; i < l.model.functions.equations.size(); ++i)
        define_system(l, EquationsId(i), answers);
}

// `solve NAME { } if none { } if several { }`: a system of equations, solved here and kept for the block.

CodeId solve(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const auto system = GameAnswers::system_of(l, stmt.computed, stmt.span);
    if (!system) return nothing(l);
    const auto part = [&](const std::vector<typed::Block>& written) -> std::optional<CodeId> {
        return written.empty() ? std::nullopt : std::optional(straight(l, written[0], place));
    };
    Code node;
    node.kind = CodeKind::Solve;
    node.clause = place.clause;
    node.equations = *system;
    node.children = {straight(l, stmt.blocks[0], place)};
    const auto none = part(stmt.cases.none);
    const auto several = part(stmt.cases.several);
    const IncidentId unsolved = l.model.functions.equations[system->index].none;
    if (none || several) node.children.push_back(none ? *none : report(l, unsolved, place.clause));
    if (several) node.children.push_back(*several);
    return l.model.flow.code.add(std::move(node));
}

}  // namespace errata::compiler
