// `secretly`: choices of which nobody sees the others, and how they are carried out.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/choices.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/units.h"

namespace errata::compiler {

using typed::Stmt;

namespace {

constexpr const char* question = "whose decision is carried out first";

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
                const LabelId target =
                    add_label(l_, name(decision) + ": decides", sequence(l_, {decide, on()}));
                l_.model.flow.points[decision.point.index].options[k].target = target;
            }
            // Nothing to decide: the block is carried out at the reveal.
            if (!decision.choice->blocks.empty())
                l_.model.flow.points[decision.point.index].otherwise =
                    add_label(l_, name(decision) + ": otherwise", on());
        }
        return stop(l_, decisions_.front().point);
    }

private:
    struct Decision {
        const Stmt* choice = nullptr;
        std::uint32_t reg = 0;
        TermId taken;               // 0: not yet; k+1: option k
        std::vector<Place> inside;  // by option
        PointId point;
    };

    TermId number(std::size_t option) { return l_.pool().constant(static_cast<Value>(option) + 1); }
    const std::string& name(const Decision& decision) {
        return l_.model.flow.points[decision.point.index].name;
    }

    void add(const Stmt& choice) {
        Decision decision;
        decision.choice = &choice;
        decision.reg = claim_internal(l_, inner_, "decision",
                                      l_.model.types.range(0, static_cast<Value>(choice.options.size())));
        decision.taken = last_claimed(l_, inner_);
        Point point = choice_point(l_, choice, inner_);
        point.unseen = true;
        decision.point = add_point(l_, std::move(point));
        // The binders of all options stay until the reveal.
        Place from = inner_;
        for (const typed::Option& written : choice.options) {
            Place picking;
            PointOption option = offer(l_, written, from, picking);
            from.live = picking.live;
            from.next_register = picking.next_register;
            decision.inside.push_back(std::move(picking));
            l_.model.flow.points[decision.point.index].options.push_back(std::move(option));
        }
        inner_.live = from.live;
        inner_.next_register = from.next_register;
        decisions_.push_back(std::move(decision));
    }

    static Place revealed(const Decision& decision, std::size_t option, const Place& at) {
        Place inside_option = decision.inside[option];
        inside_option.live = at.live;
        inside_option.next_register = at.next_register;
        return inside_option;
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
    template <class CarryOut>
    CodeId decided(const Decision& decision, const Place& at, CodeId nothing_decided,
                   const CarryOut& carry_out) {
        CodeId code = nothing_decided;
        for (std::size_t k = decision.inside.size(); k-- > 0;) {
            const CodeId own = carry_out(decision.choice->options[k].body, revealed(decision, k, at));
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
        AnyOrder asked{.kind = OrderKind::Decisions, .question = question};
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const typed::Block* const otherwise = nothing_decided(decision);
            const CodeId instead = otherwise ? straight(l_, *otherwise, inner_) : nothing(l_);
            const auto carry_out = [&](const typed::Block& block, const Place& at) {
                return straight(l_, block, at);
            };
            const CodeId body = decided(decision, inner_, instead, carry_out);
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
                    l_.clause_name(place_.clause) + ": " + question, OrderKind::Decisions, next_);
        for (std::size_t i = 0; i < decisions_.size(); ++i) {
            const Decision& decision = decisions_[i];
            const typed::Block* const otherwise = nothing_decided(decision);
            const CodeId instead =
                otherwise ? tail(l_, *otherwise, units.inside(), units.again()) : units.again()();
            const auto carry_out = [&](const typed::Block& block, const Place& at) {
                return tail(l_, block, at, units.again());
            };
            const CodeId body = decided(decision, units.inside(), instead, carry_out);
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
        const CodeId instead = otherwise ? tail(l_, *otherwise, inner_, rest) : rest();
        const auto carry_out = [&](const typed::Block& block, const Place& at) {
            return tail(l_, block, at, rest);
        };
        return decided(decision, inner_, instead, carry_out);
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
