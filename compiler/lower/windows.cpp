#include "compiler/lower/windows.h"

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/items.h"
#include "compiler/lower/parts.h"
#include "compiler/lower/success.h"
#include "compiler/lower/targets.h"
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
    call.terms.push_back(who_chooses(l, l.terms.term(first[0], inside(place))));
    goes_on(l, call.point, name + ": " + window + " closes", next());
    return l.model.flow.code.add(std::move(call));
}

namespace {

// For whom uses are counted: its bearer, and each player who may play it.
std::vector<TermId> whose_uses(const Play& play, const Place& inner) {
    std::vector<TermId> whose;
    const typed::LocalId each = play.placed.ability->play.each;
    if (play.placed.bearer) whose.push_back(inner.find(typed::this_local)->value.term);
    if (each.is_valid()) whose.push_back(inner.find(each)->value.term);
    return whose;
}

// The condition under which a play can be made by `asked`; `inner` is where `bind` adds names.
TermId play_guard(const Lowering& l, const Play& play, const Numbers& numbers,
                  const std::vector<TypedTerm>& roles, std::optional<TermId> asked, Place& inner,
                  const Bind& bind) {
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
    if (ability.play.side != ast::Side::Alone)
        conjuncts.push_back(l.terms.match(ability.params, roles, inner));
    const TermId found = look_for(l, ability.play.binders, ability.play.condition, inner, bind);
    const TermId aimed = aim(l, ability, numbers, inner, bind);
    const TermId owner = l.terms.term(ability.player[0], inner);
    if (asked) conjuncts.push_back(l.pool().equal(owner, *asked));
    conjuncts.push_back(l.terms.all(ability.guard, inner));
    if (play.limit) {
        conjuncts.push_back(is_below(l, *play.limit, whose_uses(play, inner), play.most));
    }
    conjuncts.push_back(found);
    conjuncts.push_back(aimed);
    return l.pool().land(conjuncts);
}

}  // namespace

// Could somebody make the play, aiming at so many?
static TermId playable(const Lowering& l, const Play& play, const Numbers& numbers, const Place& place) {
    Place inner = at_ability(play.placed, place);
    std::vector<std::pair<std::uint32_t, TypeId>> bound;
    const Bind bind = [&](typed::LocalId local, const std::string& name, TypeId type) {
        bound.emplace_back(inner.level, type);
        return l.terms.bind(inner, local, name, type);
    };
    TermId any = play_guard(l, play, numbers, {}, {}, inner, bind);
    const auto& costs = play.placed.ability->play.costs;
    if (!costs.empty()) {
        const auto way = [&](const typed::Block& cost) { return payable(l, cost, inner); };
        any = l.pool().land({any, l.pool().lor(dsl::mapped(costs, way))});
    }
    for (auto it = bound.rbegin(); it != bound.rend(); ++it)
        any = l.terms.quantified(TermKind::Exists, {any}, it->first, it->second);
    return any;
}

TermId playable(const Lowering& l, const WindowItem& item, const Place& place) {
    std::vector<TermId> cases;
    for (const Play& play : item.plays) {
        for (const Numbers& numbers : numbers_of_targets(*play.placed.ability))
            cases.push_back(playable(l, play, numbers, place));
    }
    return l.pool().lor(cases);
}

namespace {

bool goes_round(const ast::Item& window) { return window.sort.participants != ast::Participants::For; }
bool asks_once(const ast::Item& window) { return window.sort.participants == ast::Participants::FromOnce; }

ClauseId trigger_clause(const Lowering& l, const WindowItem& item) {
    return l.model.rules.triggers[item.trigger.index].clause;
}

Place make_place(const Lowering& l, const WindowItem& item) {
    PlacedAbility nobody;
    nobody.clause = trigger_clause(l, item);
    Place place = item_place(l, item.trigger, nobody);
    place.stage = Stage::Window;
    place.name = written(l, item).name;
    return place;
}

// Where the game waits for whoever is asked.
Point waiting_point(const Lowering& l, const WindowItem& item, const Place& place, TermId asked) {
    Point point;
    const ast::Item& window = written(l, item);
    const ClauseId clause = trigger_clause(l, item);
    point.name = window.name;
    point.owner = OwnerKind::Player;
    point.player = asked;
    point.control = false;
    point.stage = Stage::Window;
    point.live_registers = place.live;
    point.clause = clause;
    point.span = window.span;
    Incident none;
    none.code = FindingCode::GapNoOption;
    none.kind = IncidentKind::NoPass;
    none.names = {window.name};
    none.clauses = {clause};
    none.span = window.span;
    point.no_option = add_incident(l, std::move(none));
    return point;
}

// Who makes a play around an event once, as a name in sight and its type; nothing: it is made once.
std::optional<std::pair<typed::LocalId, TypeId>> maker(const Lowering& l, const Play& play) {
    const typed::LocalId each = play.placed.ability->play.each;
    if (play.placed.bearer) return std::pair(typed::this_local, play.placed.bearer->on);
    if (each.is_valid()) return std::pair(each, l.names.vocabulary.player_type);
    return std::nullopt;
}

// Who has made the play, or whether it was made.
TypeId type_of_used(const Lowering& l, const Play& play) {
    const auto by = maker(l, play);
    return by ? l.model.types.set_of(by->second) : l.names.vocabulary.bool_type;
}
TermId used_term(const Lowering& l, const Play& play, std::uint32_t used) {
    return l.terms.reg(used, type_of_used(l, play));
}

// Whose turn it is to play or pass, in registers of the window's frame.
struct Round {
    TermId asked;
    std::uint32_t asked_register = 0;
    TermId passes;  // if it goes round
    std::uint32_t passes_register = 0;
    TermId next;  // to be asked
};

// The code of a window's item.
class WindowCode {
public:
    WindowCode(const Lowering& l, const WindowItem& item)
        : l_(l),
          pool_(l.pool()),
          item_(item),
          window_(written(l, item)),
          clause_(trigger_clause(l, item)),
          place_(make_place(l, item)),
          players_(l.type(l.names.vocabulary.player_type).size()) {}

    void make() {
        for (std::size_t i = 0; i + 1 < place_.locals.size(); ++i) roles_.push_back(place_.locals[i].value);
        round_.asked = place_.locals.back().value.term;
        round_.asked_register = static_cast<std::uint32_t>(place_.locals.size() - 1);
        if (goes_round(window_)) {
            round_.passes_register = claim_internal(l_, place_, "passes", l_.model.types.range(0, players_));
            round_.passes = last_claimed(l_, place_);
        }
        const std::vector<std::optional<std::uint32_t>> used = claim_used();
        place_.locals.clear();
        const TermId last = pool_.equal(round_.asked, pool_.constant(players_ - 1));
        const TermId following = pool_.make(TermKind::Add, {round_.asked, pool_.constant(1)});
        round_.next = pool_.make(TermKind::Ite, {last, pool_.constant(0), following});

        const Point point = waiting_point(l_, item_, place_, round_.asked);
        point_ = add_point(l_, point);
        l_.model.rules.triggers[item_.trigger.index].entry = point_;
        back_ = asks_once(window_) ? ask_next(point) : point_;
        std::vector<PointOption> options;
        for (std::size_t i = 0; i < item_.plays.size(); ++i) {
            for (const Numbers& numbers : numbers_of_targets(*item_.plays[i].placed.ability)) {
                for (PointOption& option : play_options(item_.plays[i], numbers, used[i]))
                    options.push_back(std::move(option));
            }
        }
        options.push_back(pass_option());
        l_.model.flow.points[point_.index].options = std::move(options);
    }

private:
    // Around an event each play is made once, by each bearer: the register that says who has made it.
    std::vector<std::optional<std::uint32_t>> claim_used() {
        std::vector<std::optional<std::uint32_t>> used(item_.plays.size());
        for (std::size_t i = 0; i < item_.plays.size() && item_.side != ast::Side::Alone; ++i) {
            used[i] = claim_internal(l_, place_, "used", type_of_used(l_, item_.plays[i]));
        }
        return used;
    }

    // Behind a play of a window that asks each once: it may have been the last.
    PointId ask_next(Point point) {
        point.owner = OwnerKind::Rules;
        point.player = {};
        point.no_option = {};
        const TermId last = pool_.make(TermKind::LessEqual, {pool_.constant(players_), round_.passes});
        const CodeId code = if_else(l_, last, leaf(l_, CodeKind::Return), stop(l_, point_), clause_);
        const PointId id = add_point(l_, std::move(point));
        goes_on(l_, id, window_.name + ": next", code);
        return id;
    }

    // The use counts as soon as it is announced: what its cost sets off finds it counted.
    CodeId count(const Play& play, const Place& inner, std::optional<std::uint32_t> used) {
        const auto by = maker(l_, play);
        const Bound* const self = by ? inner.find(by->first) : nullptr;
        std::vector<CodeId> counts;
        if (used) {
            const TermId before = used_term(l_, play, *used);
            counts.push_back(set_register(
                l_, *used,
                self ? pool_.make(TermKind::SetInsert, {before, self->value.term}) : pool_.truth(true)));
        }
        if (play.limit) {
            counts.push_back(
                increase(l_, *play.limit, whose_uses(play, inner), pool_.constant(1), play.placed.clause));
        }
        return sequence(l_, std::move(counts));
    }

    // Who is asked behind a play that is paid for.
    CodeId ask_on() {
        if (asks_once(window_)) {
            const TermId passed = pool_.make(TermKind::Add, {round_.passes, pool_.constant(1)});
            return sequence(l_, {set_register(l_, round_.passes_register, passed),
                                 set_register(l_, round_.asked_register, round_.next)});
        }
        if (!goes_round(window_)) return nothing(l_);
        const auto& first = l_.program.window_first[item_.window.index];
        const TermId starts = who_chooses(l_, l_.terms.term(first[0], inside(place_)));
        return sequence(l_, {set_register(l_, round_.passes_register, pool_.constant(0)),
                             set_register(l_, round_.asked_register, starts)});
    }

    // The ways to make a play, aiming at so many: one for each cost.
    std::vector<PointOption> play_options(const Play& play, const Numbers& numbers,
                                          std::optional<std::uint32_t> used) {
        const typed::Ability& ability = *play.placed.ability;
        Place inner = at_ability(play.placed, place_);
        inner.name = l_.clause_name(play.placed.clause);
        inner.may_cancel = item_.side == ast::Side::Before;
        PointOption option;
        option.text = ability.play.title;
        option.clause = play.placed.clause;
        const Bind bind = [&](typed::LocalId local, const std::string& name, TypeId type) {
            const std::uint32_t reg = claim_register(l_, inner, local, name, type);
            option.binders.push_back({reg, type, name});
            return last_claimed(l_, inner);
        };
        option.guard = play_guard(l_, play, numbers, roles_, round_.asked, inner, bind);
        show(l_, option, ability.play.shown, inner);
        show_targets(l_, option, ability, inner);
        if (used) {
            const auto by = maker(l_, play);
            const Bound* const self = by ? inner.find(by->first) : nullptr;
            const TermId before = used_term(l_, play, *used);
            const TermId has = self ? pool_.make(TermKind::SetHas, {before, self->value.term}) : before;
            option.guard = pool_.land({option.guard, pool_.lnot(has)});
        }
        const CodeId counted = count(play, inner, used);
        const Continuation effect = [&]() { return sequence(l_, {ask_on(), played(play, inner)}); };
        if (ability.play.costs.empty()) {
            option.target =
                add_label(l_, window_.name + ": " + option.text, sequence(l_, {counted, effect()}));
            return {option};
        }
        std::vector<PointOption> options;
        Place paying = inner;
        paying.is_cost = true;
        for (std::size_t k = 0; k < ability.play.costs.size(); ++k) {
            PointOption paid = option;
            if (k > 0) paid.text += " (other cost)";
            paid.guard = pool_.land({option.guard, payable(l_, ability.play.costs[k], inner)});
            paid.target = add_label(l_, window_.name + ": " + paid.text,
                                    sequence(l_, {counted, tail(l_, ability.play.costs[k], paying, effect)}));
            options.push_back(std::move(paid));
        }
        return options;
    }

    // What a play does once it is paid for; then the window goes on.
    CodeId played(const Play& play, const Place& inner) {
        const typed::Ability& ability = *play.placed.ability;
        const InPart of_the_play(l_, PartId{});
        if (ability.play.at_once) return tail(l_, ability.body, inner, [&]() { return stop(l_, back_); });
        Code item;
        item.trigger = play.effect;
        item.clause = play.placed.clause;
        if (play.placed.bearer)
            item.terms.push_back(
                alive(l_, inner.find(typed::this_local)->value.term, play.placed.bearer->on));
        for (const std::size_t role : play.roles)
            item.terms.push_back(alive(l_, roles_[role].term, roles_[role].type));
        const auto keep = [&](typed::LocalId local) {
            const TypedTerm value = inner.find(local)->value;
            item.terms.push_back(alive(l_, value.term, value.type));
        };
        for (const typed::Binder& binder : ability.play.binders) keep(binder.local);
        for (const KeptTarget& target : kept_targets(l_, ability)) keep(target.local);
        if (l_.model.policies.agenda == Agenda::Stack || ability.play.side != ast::Side::Alone) {
            item.kind = CodeKind::Call;
            item.point = back_;
            return l_.model.flow.code.add(std::move(item));
        }
        item.kind = CodeKind::Pend;
        return sequence(l_, {l_.model.flow.code.add(std::move(item)), stop(l_, back_)});
    }

    PointOption pass_option() {
        PointOption pass;
        pass.text = "passes";
        pass.passes = true;
        pass.guard = pool_.truth(true);
        pass.clause = clause_;
        CodeId code = leaf(l_, CodeKind::Return);
        if (goes_round(window_)) {
            const TermId last =
                pool_.make(TermKind::LessEqual, {pool_.constant(players_ - 1), round_.passes});
            const TermId passed = pool_.make(TermKind::Add, {round_.passes, pool_.constant(1)});
            const CodeId on =
                sequence(l_, {set_register(l_, round_.passes_register, passed),
                              set_register(l_, round_.asked_register, round_.next), stop(l_, point_)});
            code = if_else(l_, last, code, on, clause_);
        }
        pass.target = add_label(l_, window_.name + ": passes", code);
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
    Round round_;
    PointId point_;
    PointId back_;  // where the window goes on behind a play
};

}  // namespace

void lower_window(const Lowering& l, const WindowItem& item) { WindowCode(l, item).make(); }

}  // namespace errata::compiler
