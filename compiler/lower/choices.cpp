#include "compiler/lower/choices.h"

#include <algorithm>
#include <iterator>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/success.h"
#include "compiler/lower/units.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Stmt;

TermId who_chooses(const Lowering& l, TermId player) {
    return not_none(l, "choice", l.names.vocabulary.player_type, player);
}

void set_owner(const Lowering& l, Point& point, const typed::Chooser& chooser, const Place& place) {
    switch (chooser.kind) {
        case typed::ChooserKind::Chance:
            point.owner = OwnerKind::Chance;
            break;
        case typed::ChooserKind::Nobody:
            point.owner = OwnerKind::Nobody;
            break;
        case typed::ChooserKind::Elsewhere:
            point.owner = OwnerKind::Elsewhere;
            break;
        case typed::ChooserKind::Player:
            point.owner = OwnerKind::Player;
            point.player = who_chooses(l, l.terms.term(chooser.player[0], place));
            break;
    }
}

Point choice_point(const Lowering& l, const Stmt& stmt, const Place& place) {
    Point point;
    point.name = place.name.empty() ? "choice" : place.name;
    point.control = place.control;
    point.settled = place.control;
    point.stage = place.stage;
    point.live_registers = place.live;
    point.clause = place.clause;
    point.span = stmt.span;
    point.rounds = place.rounds;
    set_owner(l, point, stmt.chooser, place);
    Incident none;
    // In the turn itself nothing is left to do; inside an effect a rule for the empty choice is missing.
    none.code = place.control ? FindingCode::Deadlock : FindingCode::GapNoOption;
    none.kind = place.control ? IncidentKind::NoWayOn : IncidentKind::NoOption;
    none.names = {point.name};
    none.clauses = {place.clause};
    none.span = stmt.span;
    point.no_option = add_incident(l, std::move(none));
    return point;
}

namespace {

// An option with its binders as registers of `inner`; without its target.
PointOption offer(const Lowering& l, const typed::Option& written, const Place& place, Place& inner) {
    inner = place;
    PointOption option;
    option.text = written.label;
    option.passes = written.passes;
    option.clause = place.clause;
    option.span = written.span;
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : written.binders) {
        const TypeId domain = l.terms.domain(binder.domain, inner);
        const std::uint32_t reg = claim_register(l, inner, binder.local, binder.name, domain);
        option.binders.push_back({reg, domain, binder.name});
        conjuncts.push_back(l.terms.existing(domain, last_claimed(l, inner)));
    }
    conjuncts.push_back(l.terms.all(written.condition, inner));
    option.guard = l.pool().land(conjuncts);
    show(l, option, written.shown, inner);
    return option;
}

}  // namespace

void show(const Lowering& l, PointOption& option, const std::vector<typed::Shown>& shown,
          const Place& place) {
    for (const typed::Shown& one : shown) {
        const bool is_bound =
            std::any_of(option.binders.begin(), option.binders.end(),
                        [&](const BinderRegister& binder) { return binder.name == one.name; });
        if (is_bound) continue;
        const TypedTerm value = l.terms.value(one.value, place);
        const TermKind kind = l.pool()[value.term].kind;
        if (kind == TermKind::Const || kind == TermKind::Register) {
            option.shown.push_back({one.name, value.term, kept(l.terms, value.type)});
            continue;
        }
        l.reporter.error(
            DiagnosticKind::wrong_kind_of_name, one.value.span, "a label cannot show '{" + one.name + "}'",
            "it shows what has a name here: what is chosen, a role, a 'let'; write 'let' before the choice");
    }
}

CodeId choose(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const Point point = choice_point(l, stmt, place);
    const PointId id = add_point(l, point);
    const Continuation after = shared(l, point.name + ": chosen", next);
    std::vector<PointOption> options;
    for (const typed::Option& written : stmt.options) {
        Place inner;
        PointOption option = offer(l, written, place, inner);
        const CodeId counted = count_chosen(l, written.body, inner);
        const CodeId body = sequence(l, {counted, tail(l, written.body, inner, after)});
        option.target = add_label(l, point.name + ": " + option.text, body);
        options.push_back(std::move(option));
    }
    if (!stmt.blocks.empty()) {
        const CodeId body = tail(l, stmt.blocks[0], place, after);
        l.model.flow.points[id.index].otherwise =
            add_label(l, point.name + ": otherwise", sequence(l, {count_failed(l, place), body}));
    }
    l.model.flow.points[id.index].options = std::move(options);
    return stop(l, id);
}

namespace {

// A local that no other place of the program has.
typed::LocalId chosen_local(const typed::Program& program) { return typed::LocalId(program.locals); }

// Goes over what was chosen, in an order that whoever chose them decides.
Stmt loop_over_chosen(const Lowering& l, const Stmt& stmt) {
    const typed::Binder& binder = stmt.options.front().binders.front();
    typed::Expr set;
    set.kind = typed::ExprKind::Local;
    set.local = chosen_local(l.program);
    set.span = stmt.span;
    typed::Expr object = set;
    object.local = binder.local;
    typed::Expr member;
    member.kind = typed::ExprKind::Operator;
    member.op = TermKind::SetHas;
    member.type = l.names.vocabulary.bool_type;
    member.span = stmt.span;
    member.args = {set, object};
    Stmt loop;
    loop.kind = typed::StmtKind::ForEach;
    loop.span = stmt.span;
    loop.order.by = dsl::ast::LoopOrder::Chosen;
    loop.chooser = stmt.chooser;
    loop.binders = {binder};
    loop.exprs = {std::move(member)};
    loop.blocks = {stmt.options.front().body};
    return loop;
}

// Several things, one pick after the other in the order of the kind (so that each set is picked in one way
// only). When all are picked, the block is carried out for each.
class PickingSeveral {
public:
    PickingSeveral(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next)
        : l_(l),
          stmt_(stmt),
          place_(place),
          next_(next),
          domain_(l.terms.domain(binder().domain, place)),
          size_(l.type(domain_).size()),
          inner_(place) {
        l.terms.tell_apart(domain_, stmt.span);  // the block goes through them in their order
        chosen_register_ =
            claim_internal(l, inner_, "chosen", l.model.types.set_of(l.model.types.base(domain_)));
        chosen_ = last_claimed(l, inner_);
        // Whatever is more than there are is one more.
        wanted_register_ = claim_internal(l, inner_, "wanted", l.model.types.range(0, size_ + 1));
        wanted_ = last_claimed(l, inner_);
    }

    CodeId make() {
        const TermId count = l_.terms.term(stmt_.exprs[0], place_);
        Point point = choice_point(l_, stmt_, place_);
        point.live_registers = inner_.live;
        name_ = point.name;
        const PointId id = add_point(l_, std::move(point));
        const Continuation carry_out = shared(l_, name_ + ": chosen", [this]() { return each_chosen(); });
        const LabelId head = add_label(l_, name_ + ": next", {});
        std::vector<PointOption> options{pick(head)};
        if (stmt_.quantity == ast::Quantity::UpTo) {
            PointOption enough;
            enough.text = "chooses no more";
            enough.guard = l_.pool().truth(true);
            enough.clause = place_.clause;
            enough.target = add_label(l_, name_ + ": no more", carry_out());
            options.push_back(enough);
        }
        if (!stmt_.blocks.empty()) {
            const CodeId body = tail(l_, stmt_.blocks[0], place_, shared(l_, name_ + ": otherwise", next_));
            l_.model.flow.points[id.index].otherwise =
                add_label(l_, name_ + ": otherwise", sequence(l_, {count_failed(l_, place_), body}));
        }
        l_.model.flow.points[id.index].options = std::move(options);
        const TermId complete = l_.pool().make(TermKind::LessEqual, {wanted_, number_chosen()});
        l_.model.flow.labels[head.index].code =
            if_else(l_, complete, carry_out(), stop(l_, id), place_.clause);
        return sequence(l_, {set_register(l_, chosen_register_, l_.pool().constant(0)),
                             set_register(l_, wanted_register_, wanted(count)), go(l_, head)});
    }

private:
    TermId number_chosen() { return l_.pool().make(TermKind::SetSize, {chosen_}); }

    // How many; unless it is exactly so many, of those that there are.
    TermId wanted(TermId count) {
        const bool exactly = stmt_.quantity == ast::Quantity::Exactly;
        const TermId limit = exactly ? l_.pool().constant(size_ + 1) : candidates(inner_, {});
        const TermId most = l_.pool().make(TermKind::Minimum, {count, limit});
        return l_.pool().make(TermKind::Maximum, {l_.pool().constant(0), most});
    }

    // Candidates, all of them or those behind the ones that are chosen.
    TermId candidates(const Place& from, std::optional<TermId> behind) {
        Place search = from;
        const std::uint32_t level = search.level;
        const TermId object = l_.terms.bind(search, binder().local, binder().name, domain_);
        std::vector<TermId> conjuncts{l_.terms.existing(domain_, object),
                                      l_.terms.all(stmt_.options.front().condition, search)};
        if (behind) conjuncts.push_back(l_.pool().make(TermKind::Less, {*behind, object}));
        return l_.terms.quantified(TermKind::Count, {l_.pool().land(conjuncts)}, level, domain_);
    }

    // One more, behind every chosen one: none of those is at its position or later.
    PointOption pick(LabelId head) {
        Place picking;
        PointOption option = offer(l_, stmt_.options.front(), inner_, picking);
        const TermId object =
            l_.pool().make_leaf(TermKind::Register, option.binders[0].reg, {}, l_.type(domain_));
        Place search = picking;
        const std::uint32_t level = search.level;
        const TermId later = l_.terms.bind(search, {}, "", domain_);
        const TermId is_behind = l_.pool().land({l_.pool().make(TermKind::SetHas, {chosen_, later}),
                                                 l_.pool().make(TermKind::LessEqual, {object, later})});
        const TermId none_behind =
            l_.pool().lnot(l_.terms.quantified(TermKind::Exists, {is_behind}, level, domain_));
        std::vector<TermId> conjuncts{l_.pool().make(TermKind::Less, {number_chosen(), wanted_}), none_behind,
                                      option.guard};
        if (stmt_.quantity != ast::Quantity::UpTo) {
            // Enough must be left behind this one.
            const TermId left =
                l_.pool().make(TermKind::Add, {candidates(picking, object), l_.pool().constant(1)});
            conjuncts.push_back(l_.pool().make(
                TermKind::LessEqual, {wanted_, l_.pool().make(TermKind::Add, {number_chosen(), left})}));
        }
        option.guard = l_.pool().land(conjuncts);
        const CodeId add =
            set_register(l_, chosen_register_, l_.pool().make(TermKind::SetInsert, {chosen_, object}));
        option.target = add_label(l_, name_ + ": " + option.text, sequence(l_, {add, go(l_, head)}));
        return option;
    }

    // A loop over those in the register, which the tree has no word for.
    CodeId each_chosen() {
        Place around = inner_;
        around.add(chosen_local(l_.program), "(chosen)",
                   {chosen_, l_.model.types.set_of(l_.model.types.base(domain_))});
        const Stmt& loop = l_.memory.loops_over_chosen.emplace_back(loop_over_chosen(l_, stmt_));
        const CodeId counted = count_chosen(l_, {loop}, around);
        if (!has_stop(l_, loop, around, false))
            return sequence(l_, {counted, for_each_straight(l_, loop, around), next_()});
        return sequence(l_, {counted, for_each_in_turn(l_, loop, around, next_)});
    }

    const typed::Binder& binder() const { return stmt_.options.front().binders.front(); }

    const Lowering& l_;
    const Stmt& stmt_;
    const Place& place_;
    const Continuation& next_;
    TypeId domain_;
    Value size_;
    Place inner_;
    std::string name_;
    std::uint32_t chosen_register_ = 0;
    std::uint32_t wanted_register_ = 0;
    TermId chosen_;
    TermId wanted_;
};

}  // namespace

CodeId choose_several(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    return PickingSeveral(l, stmt, place, next).make();
}

namespace {

// `secretly`: choices of which nobody sees the others, and how they are carried out.

constexpr const char* whose_decision = "whose decision is carried out first";

// Everybody decides without seeing the others' decisions; then all is carried out: in the order written where
// the spec says so; else nobody says in which order.
class Deciding {
public:
    Deciding(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next)
        : l_(l),
          place_(place),
          next_(next),
          in_order_(stmt.order.by == dsl::ast::LoopOrder::ByNumber),
          inner_(place) {
        for (const Stmt& choice : stmt.blocks[0]) add(choice);
    }

    CodeId make() {
        if (decisions_.empty()) return next_();
        const CodeId reveals = in_order_ ? reveal(0) : some_stop() ? reveal_units() : reveal_in_any_order();
        const LabelId revealed = add_label(l_, place_.name + ": reveal", reveals);
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const auto on = [&]() {
                return i + 1 < decisions_.size() ? stop(l_, decisions_[i + 1].point) : go(l_, revealed);
            };
            for (std::size_t k = 0; k < decision.choice->options.size(); ++k) {
                const CodeId decide = set_register(l_, decision.reg, number(k));
                const CodeId counted = count_chosen(l_, decision.choice->options[k].body, decision.inside[k]);
                const LabelId target =
                    add_label(l_, name(decision) + ": decides", sequence(l_, {decide, counted, on()}));
                l_.model.flow.points[decision.point.index].options[k].target = target;
            }
            // Nothing to decide: the block is carried out at the reveal.
            if (!decision.choice->blocks.empty())
                l_.model.flow.points[decision.point.index].otherwise = add_label(
                    l_, name(decision) + ": otherwise", sequence(l_, {count_failed(l_, place_), on()}));
        }
        return sequence(l_, {nothing_yet(), stop(l_, decisions_.front().point)});
    }

private:
    struct Decision {
        const Stmt* choice = nullptr;
        std::uint32_t reg = 0;
        TermId taken;                                    // 0: not yet; k+1: option k
        std::vector<Place> inside;                       // by option
        std::vector<std::vector<BinderRegister>> names;  // by option
        std::vector<BinderRegister> kept;                // the decision, and the names of all options
        PointId point;
    };

    TermId number(std::size_t option) { return l_.pool().constant(static_cast<Value>(option) + 1); }
    const std::string& name(const Decision& decision) {
        return l_.model.flow.points[decision.point.index].name;
    }

    void add(const Stmt& choice) {
        Decision decision;
        decision.choice = &choice;
        const auto first_kept = static_cast<std::ptrdiff_t>(inner_.live.size());
        decision.reg = claim_internal(l_, inner_, "decision",
                                      l_.model.types.range(0, static_cast<Value>(choice.options.size())));
        decision.taken = last_claimed(l_, inner_);
        Point point = choice_point(l_, choice, inner_);
        point.unseen = true;
        point.decided = decision.reg;
        point.settled = point.settled && decisions_.empty();  // between two of them play is not at rest
        decision.point = add_point(l_, std::move(point));
        // The binders of all options stay until the reveal.
        Place from = inner_;
        for (const typed::Option& written : choice.options) {
            Place picking;
            PointOption option = offer(l_, written, from, picking);
            const auto known = static_cast<std::ptrdiff_t>(from.live.size());
            decision.names.emplace_back(picking.live.begin() + known, picking.live.end());
            from.live = picking.live;
            from.next_register = picking.next_register;
            decision.inside.push_back(std::move(picking));
            l_.model.flow.points[decision.point.index].options.push_back(std::move(option));
        }
        inner_.live = from.live;
        inner_.next_register = from.next_register;
        decision.kept.assign(inner_.live.begin() + first_kept, inner_.live.end());
        decisions_.push_back(std::move(decision));
    }

    // The registers may hold what something before has left in them.
    CodeId nothing_yet() const {
        std::vector<CodeId> parts;
        for (std::size_t i = place_.live.size(); i < inner_.live.size(); ++i) {
            const BinderRegister& one = inner_.live[i];
            parts.push_back(set_register(l_, one.reg, l_.pool().constant(initial_value(l_.type(one.type)))));
        }
        return sequence(l_, std::move(parts));
    }

    static Place revealed(const Decision& decision, std::size_t option, const Place& at) {
        Place inside_option = decision.inside[option];
        inside_option.live = at.live;
        inside_option.next_register = at.next_register;
        return inside_option;
    }

    // Where the i-th decision is carried out in the order written: what was decided before is forgotten, and
    // of itself all but the names of its option. No option: there was nothing to decide.
    Place carrying_out(std::size_t i, std::optional<std::size_t> option) const {
        Place place = option ? decisions_[i].inside[*option] : inner_;
        place.next_register = inner_.next_register;
        place.live = place_.live;
        if (option) std::ranges::copy(decisions_[i].names[*option], std::back_inserter(place.live));
        for (std::size_t k = i + 1; k < decisions_.size(); ++k)
            std::ranges::copy(decisions_[k].kept, std::back_inserter(place.live));
        return place;
    }

    // What is done in its place where there was nothing to decide.
    static const typed::Block* nothing_decided(const Decision& decision) {
        return decision.choice->blocks.empty() ? nullptr : &decision.choice->blocks[0];
    }

    bool some_stop() const {
        return std::ranges::any_of(decisions_, [&](const Decision& decision) {
            for (std::size_t k = 0; k < decision.inside.size(); ++k) {
                if (has_stop(l_, decision.choice->options[k].body, revealed(decision, k, inner_), false))
                    return true;
            }
            const typed::Block* const otherwise = nothing_decided(decision);
            return otherwise && has_stop(l_, *otherwise, inner_, false);
        });
    }

    // Whose decision it is, where that is known; else which one it is.
    std::string named(std::size_t i) const {
        const typed::Chooser& chooser = decisions_[i].choice->chooser;
        const bool is_known = !chooser.player.empty() && chooser.player[0].kind == typed::ExprKind::Constant;
        if (!is_known) return "decision " + std::to_string(i + 1);
        const Type& players = l_.type(l_.model.player_type);
        return players.labels[static_cast<std::size_t>(chooser.player[0].value)] + "'s decision";
    }

    // What was decided, with one way to carry it out; where it was to be nothing, what is done in its place.
    template <class PlaceOf, class CarryOut>
    CodeId decided(const Decision& decision, const PlaceOf& place_of, CodeId nothing_decided,
                   const CarryOut& carry_out) {
        CodeId code = nothing_decided;
        for (std::size_t k = decision.inside.size(); k-- > 0;) {
            const CodeId own = carry_out(decision.choice->options[k].body, place_of(k));
            code = if_else(l_, l_.pool().equal(decision.taken, number(k)), own, code, place_.clause);
        }
        return code;
    }

    // Whether there is something to carry out.
    TermId is_due(const Decision& decision) {
        if (nothing_decided(decision)) return l_.pool().truth(true);
        return l_.pool().lnot(l_.pool().equal(decision.taken, l_.pool().constant(0)));
    }

    CodeId reveal_in_any_order() {
        std::vector<CodeId> instances;
        AnyOrder asked{OrderKind::Decisions, IncidentKind::FirstDecision};
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const typed::Block* const otherwise = nothing_decided(decision);
            const CodeId instead = otherwise ? straight(l_, *otherwise, inner_) : nothing(l_);
            const auto carry_out = [&](const typed::Block& block, const Place& at) {
                return straight(l_, block, at);
            };
            const auto place_of = [&](std::size_t k) { return revealed(decision, k, inner_); };
            const CodeId body = decided(decision, place_of, instead, carry_out);
            Code instance;
            instance.kind = CodeKind::If;
            instance.terms = {is_due(decision)};
            instance.children = {body};
            instances.push_back(l_.model.flow.code.add(std::move(instance)));
            asked.names.push_back(named(i) + " first");
        }
        const CodeId all = any_order(l_, std::move(instances), asked, place_.clause);
        return sequence(l_, {all, next_()});
    }

    // Where something stops: nobody says which is next.
    CodeId reveal_units() {
        Units units(l_, inner_, decisions_.size(), place_.name + ": reveal",
                    l_.clause_name(place_.clause) + ": " + whose_decision, OrderKind::Decisions, next_);
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const typed::Block* const otherwise = nothing_decided(decision);
            const CodeId instead =
                otherwise ? tail(l_, *otherwise, units.inside(), units.again()) : units.again()();
            const auto carry_out = [&](const typed::Block& block, const Place& at) {
                return tail(l_, block, at, units.again());
            };
            const auto place_of = [&](std::size_t k) { return revealed(decision, k, units.inside()); };
            const CodeId body = decided(decision, place_of, instead, carry_out);
            units.add(named(i) + " first", is_due(decision), place_.clause, body);
        }
        return units.make();
    }

    // Carries out the i-th decision and those behind it.
    CodeId reveal(std::size_t i) {
        if (i == decisions_.size()) return next_();
        const Decision& decision = decisions_[i];
        const Continuation rest =
            shared(l_, place_.name + ": revealed", [this, i]() { return reveal(i + 1); });
        const typed::Block* const otherwise = nothing_decided(decision);
        const CodeId instead = otherwise ? tail(l_, *otherwise, carrying_out(i, {}), rest) : rest();
        const auto carry_out = [&](const typed::Block& block, const Place& at) {
            return tail(l_, block, at, rest);
        };
        return decided(
            decision, [&](std::size_t k) { return carrying_out(i, k); }, instead, carry_out);
    }

    const Lowering& l_;
    const Place& place_;
    const Continuation& next_;
    bool in_order_;
    Place inner_;
    std::vector<Decision> decisions_;
};

}  // namespace

CodeId secretly(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    return Deciding(l, stmt, place, next).make();
}

}  // namespace errata::compiler
