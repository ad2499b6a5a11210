// Windows and what is played in them. A window is an item of the agenda: whoever is asked plays something or
// passes. `may` abilities are the options; their effects are agenda items above it.
#include "compiler/elaborate/payment.h"
#include "compiler/elaborate/statements.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

CodeId Statements::open_window(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const ast::Item* window = world_.find_window(stmt.name, stmt.span);
    const WindowItem* item = window ? world_.item_of(*window) : nullptr;
    return item ? call_window(*item, {}, scope, next) : next();
}

CodeId Statements::call_window(const WindowItem& item, const std::vector<Typed>& roles, const Scope& scope,
                               const Continuation& next) {
    const std::string name = scope.place.empty() ? item.window->name : scope.place;
    Code call;
    call.kind = CodeKind::Call;
    call.point = rules_point(name, scope);
    call.trigger = item.trigger;
    call.clause = scope.clause;
    for (const Typed& role : roles) call.terms.push_back(role.term);
    Scope outside = scope.inside();
    const auto first = expressions_.player(item.window->exprs[0], outside);
    if (!first) return next();
    call.terms.push_back(*first);
    goes_on(call.point, name + ": " + item.window->name + " closes", next());
    return world_.model.code.add(std::move(call));
}

CodeId Statements::cancel(const ast::Stmt& stmt, const Scope& scope) {
    if (!scope.may_cancel) {
        world_.error(DiagnosticKind::misplaced_statement, stmt.span, "there is no event here to cancel",
                     "'cancel' stands in the effect of 'may \"...\" in WINDOW before ACTION(...)'");
        return nothing();
    }
    return set(*world_.cancelled, {}, world_.model.terms.truth(true), scope.clause);
}

// The condition under which a play can be made by `asked`, with names bound by `bind`: as registers of an
// option, or as binders.
std::optional<TermId> Statements::play_guard(const Play& play, const std::vector<Typed>& roles,
                                             std::optional<TermId> asked, Scope& inner,
                                             const std::function<TermId(const std::string&, TypeId)>& bind) {
    TermPool& terms = world_.model.terms;
    const PlacedAbility& placed = play.placed;
    const ast::Ability& ability = *placed.ability;
    std::vector<TermId> conjuncts{expressions_.enabling(placed)};
    if (placed.bearer) {
        const auto known = Expressions::bearer_among(placed, roles);
        const TermId self = known ? known->term : bind("this", placed.bearer->on);
        if (known) inner.add("this", {self, placed.bearer->on});
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, self, inner);
        if (!active) return std::nullopt;
        conjuncts.push_back(*active);
    }
    if (ability.side != ast::Side::Alone) {
        const auto equalities = expressions_.match(ability, roles, inner);
        if (!equalities) return std::nullopt;
        conjuncts.push_back(*equalities);
    }
    const auto owner = expressions_.player(ability.owner[0], inner);
    if (!owner) return std::nullopt;
    if (asked) conjuncts.push_back(terms.equal(*owner, *asked));
    const auto guard = expressions_.conditions(ability.exprs, inner);
    if (!guard) return std::nullopt;
    conjuncts.push_back(*guard);
    if (play.limit) {
        std::vector<TermId> whose;
        if (placed.bearer) whose.push_back(inner.find("this")->value.term);
        conjuncts.push_back(is_below(*play.limit, whose, play.most));
    }
    const auto bind_all = [&](const std::vector<ast::Binder>& binders,
                              const std::vector<ast::Expr>& condition) {
        for (const ast::Binder& binder : binders) {
            const TypeId domain = expressions_.domain_of(binder.type, inner);
            if (!domain.is_valid()) return false;
            conjuncts.push_back(expressions_.existing(domain, bind(binder.name, domain)));
        }
        const auto test = expressions_.conditions(condition, inner);
        if (test) conjuncts.push_back(*test);
        return test.has_value();
    };
    const bool good = bind_all(ability.binders, ability.binder_condition) &
                      bind_all(ability.targets, ability.target_condition);
    if (!good) return std::nullopt;
    return terms.land(conjuncts);
}

// Could anybody play anything now? Without it a window would be asked all round for nothing.
TermId Statements::playable(const WindowItem& item, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<TermId> cases;
    for (const Play& play : item.plays) {
        Scope inner = scope.inside();
        inner.holes = play.placed.holes;
        inner.clause = play.placed.clause;
        std::vector<std::pair<std::uint32_t, TypeId>> bound;
        const auto guard = play_guard(play, {}, {}, inner, [&](const std::string& name, TypeId type) {
            bound.emplace_back(inner.level, type);
            return expressions_.bind(inner, name, type);
        });
        if (!guard) continue;
        TermId any = *guard;
        const auto& costs = play.placed.ability->costs;
        if (!costs.empty()) {
            std::vector<TermId> ways;
            for (const auto& cost : costs) ways.push_back(Payment(world_).payable(cost, inner));
            any = terms.land({any, terms.lor(ways)});
        }
        for (auto it = bound.rbegin(); it != bound.rend(); ++it)
            any = expressions_.quantified(TermKind::Exists, {any}, it->first, it->second);
        cases.push_back(any);
    }
    return terms.lor(cases);
}

// A window while its code is made.
struct Statements::Asking {
    const ast::Item& window;
    Scope scope;                    // of the window's item, without names
    std::vector<Typed> roles = {};  // of the event
    TermId asked = {};
    std::uint32_t asked_register = 0;
    bool goes_round = false;
    bool once = false;
    TermId passes = {};  // if it goes round
    std::uint32_t passes_register = 0;
    TermId next_player = {};
    PointId point = {};
    PointId back = {};  // where the window goes on behind a play
    Value players = 0;
};

void Statements::lower_window(const WindowItem& item) {
    TermPool& terms = world_.model.terms;
    const Trigger trigger = world_.model.triggers[item.trigger.index];
    PlacedAbility nothing_placed;
    nothing_placed.clause = trigger.clause;
    Asking asking{*item.window, item_scope(item.trigger, nothing_placed)};
    const ast::Item& window = asking.window;
    Scope& scope = asking.scope;
    scope.stage = Stage::Window;
    scope.place = window.name;
    for (std::size_t i = 0; i + 1 < trigger.params.size(); ++i) asking.roles.push_back(scope.locals[i].value);
    asking.asked = scope.locals.back().value.term;
    asking.asked_register = static_cast<std::uint32_t>(trigger.params.size() - 1);
    asking.players = world_.type(world_.player_type).size();
    asking.goes_round = window.participants != ast::Participants::For;
    asking.once = window.participants == ast::Participants::FromOnce;
    if (asking.goes_round) {
        asking.passes_register = claim_register(scope, "(passes)", world_.range_type(0, asking.players));
        asking.passes = scope.locals.back().value.term;
    }
    // Around an event each play is made once, by each bearer.
    std::vector<std::optional<std::uint32_t>> used(item.plays.size());
    for (std::size_t i = 0; i < item.plays.size() && item.side != ast::Side::Alone; ++i) {
        const auto& bearer = item.plays[i].placed.bearer;
        used[i] = claim_register(scope, "(used)", bearer ? world_.set_type(bearer->on) : world_.bool_type);
    }
    scope.locals.clear();
    const TermId last_player = terms.equal(asking.asked, terms.constant(asking.players - 1));
    const TermId following = terms.make(TermKind::Add, {asking.asked, terms.constant(1)});
    asking.next_player = terms.make(TermKind::Ite, {last_player, terms.constant(0), following});

    Point point;
    point.name = window.name;
    point.owner = OwnerKind::Player;
    point.player = asking.asked;
    point.control = false;
    point.stage = Stage::Window;
    point.live_registers = scope.live;
    point.clause = trigger.clause;
    point.span = window.span;
    Incident none;
    none.code = FindingCode::GapNoOption;
    none.title = "no option: " + window.name;
    none.subject = "Whoever is asked in a window can always pass.";
    none.clauses = {trigger.clause};
    none.span = window.span;
    point.no_option = world_.add_incident(std::move(none));
    asking.point = world_.add_point(point);
    world_.model.triggers[item.trigger.index].entry = asking.point;
    asking.back = asking.once ? ask_next(asking, point) : asking.point;

    std::vector<PointOption> options;
    for (std::size_t i = 0; i < item.plays.size(); ++i) {
        for (PointOption& option : play_options(asking, item.plays[i], used[i]))
            options.push_back(std::move(option));
    }
    options.push_back(pass_option(asking, trigger.clause));
    world_.model.points[asking.point.index].options = std::move(options);
}

// Behind a play of a window that asks each once: it may have been the last.
PointId Statements::ask_next(const Asking& asking, Point point) {
    TermPool& terms = world_.model.terms;
    point.owner = OwnerKind::Rules;
    point.player = {};
    point.no_option = {};
    const TermId last = terms.make(TermKind::LessEqual, {terms.constant(asking.players), asking.passes});
    const CodeId code = if_else(last, leaf(CodeKind::Return), stop(asking.point), point.clause);
    const PointId id = world_.add_point(point);
    goes_on(id, asking.window.name + ": next", code);
    return id;
}

// The ways to make a play: one for each cost. `used`: the register that says who has made it.
std::vector<PointOption> Statements::play_options(const Asking& asking, const Play& play,
                                                  std::optional<std::uint32_t> used) {
    TermPool& terms = world_.model.terms;
    const ast::Ability& ability = *play.placed.ability;
    Scope inner = asking.scope;
    inner.holes = play.placed.holes;
    inner.clause = play.placed.clause;
    inner.place = world_.model.clause(play.placed.clause).name;
    inner.may_cancel = ability.side == ast::Side::Before;
    PointOption option;
    option.text = ability.title;
    option.clause = play.placed.clause;
    auto guard =
        play_guard(play, asking.roles, asking.asked, inner, [&](const std::string& name, TypeId type) {
            const std::uint32_t reg = claim_register(inner, name, type);
            option.binders.push_back({reg, type, name});
            return inner.locals.back().value.term;
        });
    if (!guard) return {};
    show(option, ability.span, inner);
    const Local* self = play.placed.bearer ? inner.find("this") : nullptr;
    std::vector<CodeId> counts;
    if (used) {
        const TypeId kept = self ? world_.set_type(play.placed.bearer->on) : world_.bool_type;
        const TermId before = terms.make_leaf(TermKind::Register, *used, {}, world_.type(kept));
        guard = terms.land(
            {*guard, terms.lnot(self ? terms.make(TermKind::SetHas, {before, self->value.term}) : before)});
        counts.push_back(set_register(
            *used, self ? terms.make(TermKind::SetInsert, {before, self->value.term}) : terms.truth(true)));
    }
    if (play.limit) {
        const std::vector<TermId> whose =
            self ? std::vector<TermId>{self->value.term} : std::vector<TermId>{};
        counts.push_back(increase(*play.limit, whose, terms.constant(1), play.placed.clause));
    }
    if (asking.once) {
        const TermId passed = terms.make(TermKind::Add, {asking.passes, terms.constant(1)});
        counts.push_back(set_register(asking.passes_register, passed));
        counts.push_back(set_register(asking.asked_register, asking.next_player));
    } else if (asking.goes_round) {
        const auto first = expressions_.player(asking.window.exprs[0], asking.scope.inside());
        if (!first) return {};
        counts.push_back(set_register(asking.passes_register, terms.constant(0)));
        counts.push_back(set_register(asking.asked_register, *first));
    }
    const CodeId counted = sequence(std::move(counts));
    const Continuation effect = [&]() { return sequence({counted, played(asking, play, inner)}); };
    if (ability.costs.empty()) {
        option.guard = *guard;
        option.target = world_.add_label(asking.window.name + ": " + option.text, effect());
        return {option};
    }
    std::vector<PointOption> options;
    for (std::size_t k = 0; k < ability.costs.size(); ++k) {
        PointOption paid = option;
        if (k > 0) paid.text += " (other cost)";
        paid.guard = terms.land({*guard, Payment(world_).payable(ability.costs[k], inner)});
        paid.target =
            world_.add_label(asking.window.name + ": " + paid.text, tail(ability.costs[k], inner, effect));
        options.push_back(std::move(paid));
    }
    return options;
}

// What a play does once it is paid for; then the window goes on.
CodeId Statements::played(const Asking& asking, const Play& play, const Scope& inner) {
    const ast::Ability& ability = *play.placed.ability;
    if (ability.at_once) return tail(ability.body, inner, [&]() { return stop(asking.back); });
    Code item;
    item.trigger = play.effect;
    item.clause = play.placed.clause;
    if (play.placed.bearer)
        item.terms.push_back(alive(inner.find("this")->value.term, play.placed.bearer->on));
    for (const std::size_t role : play.roles)
        item.terms.push_back(alive(asking.roles[role].term, asking.roles[role].type));
    for (const auto* binders : {&ability.binders, &ability.targets}) {
        for (const ast::Binder& binder : *binders) {
            const Typed value = inner.find(binder.name)->value;
            item.terms.push_back(alive(value.term, value.type));
        }
    }
    if (world_.model.agenda == Agenda::Stack || ability.side != ast::Side::Alone) {
        item.kind = CodeKind::Call;
        item.point = asking.back;
        return world_.model.code.add(std::move(item));
    }
    item.kind = CodeKind::Pend;
    return sequence({world_.model.code.add(std::move(item)), stop(asking.back)});
}

PointOption Statements::pass_option(const Asking& asking, ClauseId clause) {
    TermPool& terms = world_.model.terms;
    PointOption pass;
    pass.text = "passes";
    pass.guard = terms.truth(true);
    pass.clause = clause;
    pass.passes = true;
    CodeId code = leaf(CodeKind::Return);
    if (asking.goes_round) {
        const TermId last =
            terms.make(TermKind::LessEqual, {terms.constant(asking.players - 1), asking.passes});
        const TermId passed = terms.make(TermKind::Add, {asking.passes, terms.constant(1)});
        const CodeId on =
            sequence({set_register(asking.passes_register, passed),
                      set_register(asking.asked_register, asking.next_player), stop(asking.point)});
        code = if_else(last, code, on, clause);
    }
    pass.target = world_.add_label(asking.window.name + ": passes", code);
    return pass;
}

}  // namespace errata::compiler
