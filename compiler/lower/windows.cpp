#include "compiler/lower/windows.h"

#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/items.h"
#include "compiler/lower/payment.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

const ast::Item& written(const Lowering& l, const WindowItem& item) {
    return *l.names.callables.windows[item.window.index].item;
}

}  // namespace

CodeId open_window(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next) {
    const WindowItem* const item = l.arranged.item_of(stmt.window);
    return item ? call_window(l, *item, {}, place, next) : next();
}

CodeId call_window(const Lowering& l, const WindowItem& item, const std::vector<TypedTerm>& roles,
                   const Place& place, const Continuation& next) {
    const std::string& window = written(l, item).name;
    const std::string name = place.name.empty() ? window : place.name;
    Code call;
    call.kind = CodeKind::Call;
    call.point = rules_point(l, name, place);
    call.trigger = item.trigger;
    call.clause = place.clause;
    for (const TypedTerm& role : roles) call.terms.push_back(role.term);
    const auto& first = l.program.window_first[item.window.index];
    if (first.empty()) return next();
    call.terms.push_back(l.terms.term(first[0], inside(place)));
    goes_on(l, call.point, name + ": " + window + " closes", next());
    return l.model.code.add(std::move(call));
}

namespace {

// Gives a name to something that is looked for: as a register of an option, or as a binder.
using Bind = std::function<TermId(typed::LocalId, const std::string&, TypeId)>;

TermId bind_all(const Lowering& l, const std::vector<typed::Binder>& binders,
                const std::vector<typed::Expr>& condition, const Place& inner, const Bind& bind) {
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : binders) {
        const TypeId domain = l.terms.domain(binder.domain, inner);
        conjuncts.push_back(l.terms.existing(domain, bind(binder.local, binder.name, domain)));
    }
    conjuncts.push_back(l.terms.all(condition, inner));
    return l.pool().land(conjuncts);
}

// The condition under which a play can be made by `asked`; `inner` is where `bind` adds names.
TermId play_guard(const Lowering& l, const Play& play, const std::vector<TypedTerm>& roles,
                  std::optional<TermId> asked, Place& inner, const Bind& bind) {
    const PlacedAbility& placed = play.placed;
    const typed::Ability& ability = *placed.ability;
    std::vector<TermId> conjuncts{enabling(l, placed)};
    TermId self;
    if (placed.bearer) {
        const auto known = bearer_among(placed, roles);
        self = known ? known->term : bind({}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
    }
    if (ability.side != ast::Side::Alone) conjuncts.push_back(l.terms.match(ability.params, roles, inner));
    const TermId owner = l.terms.term(ability.player[0], inner);
    if (asked) conjuncts.push_back(l.pool().equal(owner, *asked));
    conjuncts.push_back(l.terms.all(ability.guard, inner));
    if (play.limit) {
        const std::vector<TermId> whose = placed.bearer ? std::vector<TermId>{self} : std::vector<TermId>{};
        conjuncts.push_back(is_below(l, *play.limit, whose, play.most));
    }
    conjuncts.push_back(bind_all(l, ability.binders, ability.binder_condition, inner, bind));
    conjuncts.push_back(bind_all(l, ability.targets, ability.target_condition, inner, bind));
    return l.pool().land(conjuncts);
}

}  // namespace

TermId playable(const Lowering& l, const WindowItem& item, const Place& place) {
    std::vector<TermId> cases;
    for (const Play& play : item.plays) {
        Place inner = at_ability(play.placed, place);
        std::vector<std::pair<std::uint32_t, TypeId>> bound;
        const Bind bind = [&](typed::LocalId local, const std::string& name, TypeId type) {
            bound.emplace_back(inner.level, type);
            return l.terms.bind(inner, local, name, type);
        };
        TermId any = play_guard(l, play, {}, {}, inner, bind);
        const auto& costs = play.placed.ability->costs;
        if (!costs.empty()) {
            const auto way = [&](const typed::Block& cost) { return payable(l, cost, inner); };
            any = l.pool().land({any, l.pool().lor(dsl::mapped(costs, way))});
        }
        for (auto it = bound.rbegin(); it != bound.rend(); ++it)
            any = l.terms.quantified(TermKind::Exists, {any}, it->first, it->second);
        cases.push_back(any);
    }
    return l.pool().lor(cases);
}

namespace {

// The code of a window's item.
class Asking {
public:
    Asking(const Lowering& l, const WindowItem& item)
        : l_(l),
          pool_(l.pool()),
          item_(item),
          window_(written(l, item)),
          clause_(l.model.triggers[item.trigger.index].clause),
          place_(make_place()),
          players_(l.type(l.names.vocabulary.player_type).size()) {}

    void make() {
        for (std::size_t i = 0; i + 1 < place_.locals.size(); ++i) roles_.push_back(place_.locals[i].value);
        asked_ = place_.locals.back().value.term;
        asked_register_ = static_cast<std::uint32_t>(place_.locals.size() - 1);
        if (goes_round()) {
            passes_register_ = claim_internal(l_, place_, "passes", l_.model.types.range(0, players_));
            passes_ = last_claimed(l_, place_);
        }
        const std::vector<std::optional<std::uint32_t>> used = claim_used();
        place_.locals.clear();
        const TermId last = pool_.equal(asked_, pool_.constant(players_ - 1));
        const TermId following = pool_.make(TermKind::Add, {asked_, pool_.constant(1)});
        next_player_ = pool_.make(TermKind::Ite, {last, pool_.constant(0), following});

        const Point point = waiting_point();
        point_ = l_.add_point(point);
        l_.model.triggers[item_.trigger.index].entry = point_;
        back_ = once() ? ask_next(point) : point_;
        std::vector<PointOption> options;
        for (std::size_t i = 0; i < item_.plays.size(); ++i) {
            for (PointOption& option : play_options(item_.plays[i], used[i]))
                options.push_back(std::move(option));
        }
        options.push_back(pass_option());
        l_.model.points[point_.index].options = std::move(options);
    }

private:
    bool goes_round() const { return window_.participants != ast::Participants::For; }
    bool once() const { return window_.participants == ast::Participants::FromOnce; }

    Place make_place() const {
        PlacedAbility nobody;
        nobody.clause = clause_;
        Place place = item_place(l_, item_.trigger, nobody);
        place.stage = Stage::Window;
        place.name = window_.name;
        return place;
    }

    // Around an event each play is made once, by each bearer: the register that says who has made it.
    std::vector<std::optional<std::uint32_t>> claim_used() {
        std::vector<std::optional<std::uint32_t>> used(item_.plays.size());
        for (std::size_t i = 0; i < item_.plays.size() && item_.side != ast::Side::Alone; ++i) {
            const auto& bearer = item_.plays[i].placed.bearer;
            used[i] =
                claim_internal(l_, place_, "used",
                               bearer ? l_.model.types.set_of(bearer->on) : l_.names.vocabulary.bool_type);
        }
        return used;
    }

    Point waiting_point() {
        Point point;
        point.name = window_.name;
        point.owner = OwnerKind::Player;
        point.player = asked_;
        point.control = false;
        point.stage = Stage::Window;
        point.live_registers = place_.live;
        point.clause = clause_;
        point.span = window_.span;
        Incident none;
        none.code = FindingCode::GapNoOption;
        none.title = "no option: " + window_.name;
        none.subject = "Whoever is asked in a window can always pass.";
        none.clauses = {clause_};
        none.span = window_.span;
        point.no_option = l_.add_incident(std::move(none));
        return point;
    }

    // Behind a play of a window that asks each once: it may have been the last.
    PointId ask_next(Point point) {
        point.owner = OwnerKind::Rules;
        point.player = {};
        point.no_option = {};
        const TermId last = pool_.make(TermKind::LessEqual, {pool_.constant(players_), passes_});
        const CodeId code = if_else(l_, last, leaf(l_, CodeKind::Return), stop(l_, point_), clause_);
        const PointId id = l_.add_point(std::move(point));
        goes_on(l_, id, window_.name + ": next", code);
        return id;
    }

    // What a play leaves behind in the window's registers and in its limit.
    CodeId count(const Play& play, const Place& inner, std::optional<std::uint32_t> used) {
        const Bound* const self = play.placed.bearer ? inner.find(typed::this_local) : nullptr;
        std::vector<CodeId> counts;
        if (used) {
            const TermId before = used_term(play, *used);
            counts.push_back(set_register(
                l_, *used,
                self ? pool_.make(TermKind::SetInsert, {before, self->value.term}) : pool_.truth(true)));
        }
        if (play.limit) {
            const std::vector<TermId> whose =
                self ? std::vector<TermId>{self->value.term} : std::vector<TermId>{};
            counts.push_back(increase(l_, *play.limit, whose, pool_.constant(1), play.placed.clause));
        }
        if (once()) {
            const TermId passed = pool_.make(TermKind::Add, {passes_, pool_.constant(1)});
            counts.push_back(set_register(l_, passes_register_, passed));
            counts.push_back(set_register(l_, asked_register_, next_player_));
        } else if (goes_round()) {
            const auto& first = l_.program.window_first[item_.window.index];
            counts.push_back(set_register(l_, passes_register_, pool_.constant(0)));
            counts.push_back(set_register(l_, asked_register_, l_.terms.term(first[0], inside(place_))));
        }
        return sequence(l_, std::move(counts));
    }

    TermId used_term(const Play& play, std::uint32_t used) {
        const auto& bearer = play.placed.bearer;
        return l_.terms.reg(used, bearer ? l_.model.types.set_of(bearer->on) : l_.names.vocabulary.bool_type);
    }

    // The ways to make a play: one for each cost.
    std::vector<PointOption> play_options(const Play& play, std::optional<std::uint32_t> used) {
        const typed::Ability& ability = *play.placed.ability;
        Place inner = at_ability(play.placed, place_);
        inner.name = l_.clause_name(play.placed.clause);
        inner.may_cancel = item_.side == ast::Side::Before;
        PointOption option;
        option.text = ability.title;
        option.clause = play.placed.clause;
        const Bind bind = [&](typed::LocalId local, const std::string& name, TypeId type) {
            const std::uint32_t reg = claim_register(l_, inner, local, name, type);
            option.binders.push_back({reg, type, name});
            return last_claimed(l_, inner);
        };
        option.guard = play_guard(l_, play, roles_, asked_, inner, bind);
        show(l_, option, ability.shown, inner);
        if (used) {
            const Bound* const self = play.placed.bearer ? inner.find(typed::this_local) : nullptr;
            const TermId before = used_term(play, *used);
            const TermId has = self ? pool_.make(TermKind::SetHas, {before, self->value.term}) : before;
            option.guard = pool_.land({option.guard, pool_.lnot(has)});
        }
        const CodeId counted = count(play, inner, used);
        const Continuation effect = [&]() { return sequence(l_, {counted, played(play, inner)}); };
        if (ability.costs.empty()) {
            option.target = l_.add_label(window_.name + ": " + option.text, effect());
            return {option};
        }
        std::vector<PointOption> options;
        for (std::size_t k = 0; k < ability.costs.size(); ++k) {
            PointOption paid = option;
            if (k > 0) paid.text += " (other cost)";
            paid.guard = pool_.land({option.guard, payable(l_, ability.costs[k], inner)});
            paid.target =
                l_.add_label(window_.name + ": " + paid.text, tail(l_, ability.costs[k], inner, effect));
            options.push_back(std::move(paid));
        }
        return options;
    }

    // What a play does once it is paid for; then the window goes on.
    CodeId played(const Play& play, const Place& inner) {
        const typed::Ability& ability = *play.placed.ability;
        if (ability.at_once) return tail(l_, ability.body, inner, [&]() { return stop(l_, back_); });
        Code item;
        item.trigger = play.effect;
        item.clause = play.placed.clause;
        if (play.placed.bearer)
            item.terms.push_back(
                alive(l_, inner.find(typed::this_local)->value.term, play.placed.bearer->on));
        for (const std::size_t role : play.roles)
            item.terms.push_back(alive(l_, roles_[role].term, roles_[role].type));
        for (const auto* binders : {&ability.binders, &ability.targets}) {
            for (const typed::Binder& binder : *binders) {
                const TypedTerm value = inner.find(binder.local)->value;
                item.terms.push_back(alive(l_, value.term, value.type));
            }
        }
        if (l_.model.agenda == Agenda::Stack || ability.side != ast::Side::Alone) {
            item.kind = CodeKind::Call;
            item.point = back_;
            return l_.model.code.add(std::move(item));
        }
        item.kind = CodeKind::Pend;
        return sequence(l_, {l_.model.code.add(std::move(item)), stop(l_, back_)});
    }

    PointOption pass_option() {
        PointOption pass;
        pass.text = "passes";
        pass.passes = true;
        pass.guard = pool_.truth(true);
        pass.clause = clause_;
        CodeId code = leaf(l_, CodeKind::Return);
        if (goes_round()) {
            const TermId last = pool_.make(TermKind::LessEqual, {pool_.constant(players_ - 1), passes_});
            const TermId passed = pool_.make(TermKind::Add, {passes_, pool_.constant(1)});
            const CodeId on =
                sequence(l_, {set_register(l_, passes_register_, passed),
                              set_register(l_, asked_register_, next_player_), stop(l_, point_)});
            code = if_else(l_, last, code, on, clause_);
        }
        pass.target = l_.add_label(window_.name + ": passes", code);
        return pass;
    }

    const Lowering& l_;
    TermPool& pool_;
    const WindowItem& item_;
    const ast::Item& window_;
    ClauseId clause_;
    Place place_;  // of the window's item, without names
    Value players_;
    std::vector<TypedTerm> roles_;  // of the event
    TermId asked_;
    std::uint32_t asked_register_ = 0;
    TermId passes_;  // if it goes round
    std::uint32_t passes_register_ = 0;
    TermId next_player_;
    PointId point_;
    PointId back_;  // where the window goes on behind a play
};

}  // namespace

void lower_window(const Lowering& l, const WindowItem& item) { Asking(l, item).make(); }

}  // namespace errata::compiler
