#include "compiler/lower/survey.h"

#include <algorithm>

#include "compiler/lower/events.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

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

    void note_for(Asked who) { asked_ = &result_.asks[who]; }

private:
    const Lowering*& l_;
    Asks& result_;
    std::set<Asked>* asked_ = nullptr;
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
    std::set<TypeId> told_apart_;
    Terms terms_;
    Memory memory_;
    ToDo to_do_;
    Lowering lowering_;
};

}  // namespace

Asks who_asks_whom(const Lowering& l) { return Survey(l).run(); }

}  // namespace errata::compiler
