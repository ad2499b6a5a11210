#include "tests/differential/random_model.h"

#include <random>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {

namespace {

using compiler::Agenda;
using compiler::Code;
using compiler::Model;
using compiler::TermKind;

class Invention {
public:
    explicit Invention(std::uint64_t seed) : random_(seed), more_(~seed), rests_(seed + 1) {}

    Model model() {
        m_.frames = 1 + pick(3);
        m_.registers = 4;
        m_.pending = 1 + pick(3);
        m_.pending_arguments = 3;
        vocabulary();
        if (chance(50)) systems();
        points_and_triggers();
        for (std::size_t i = 0; i < 6; ++i) label(5 - i);
        options();
        owners();
        checks();
        m_.model().policies.agenda = one_of(std::vector<Agenda>{Agenda::Stack, Agenda::Queue, Agenda::Bag});
        return m_.build();
    }

private:
    std::size_t pick(std::size_t bound) { return random_() % bound; }
    bool chance(std::size_t percent) { return pick(100) < percent; }
    bool more_chance(std::size_t percent) { return more_() % 100 < percent; }
    Value number(Value lo, Value hi) {
        return lo + static_cast<Value>(pick(static_cast<std::size_t>(hi - lo + 1)));
    }
    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[pick(list.size())];
    }

    void vocabulary() {
        small_ = m_.range(0, 3);
        wide_ = m_.range(-2, 5);
        thing_ = m_.range(0, 2);
        maybe_ = m_.optional(thing_);
        colour_ = m_.enumeration("colour", {"red", "green", "blue"});
        set_ = m_.set_of(small_);
        for (int i = 0; i < 5; ++i) clauses_.push_back(m_.clause("clause " + std::to_string(i)));
        for (int i = 0; i < 2; ++i) {
            reports_.push_back(m_.incident("report " + std::to_string(i)));
            forks_.push_back(m_.incident("fork " + std::to_string(i)));
            blocks_.push_back(m_.incident("block " + std::to_string(i)));
            orders_.push_back(m_.incident("order " + std::to_string(i)));
            rounds_.push_back(m_.incident("rounds " + std::to_string(i)));
        }
        if (chance(80)) m_.model().incidents.settle_conflict = m_.incident("checks");
        endings_ = {m_.ending("first"), m_.ending("second")};
        flag_ = m_.variable("flag", m_.boolean());
        wide_var_ = m_.variable("wide", wide_);
        pair_ = m_.variable("pair", small_, 0, {colour_});
        maybe_var_ = m_.variable("maybe", maybe_, 0, {small_});
        by_maybe_ = m_.variable("by_maybe", m_.boolean(), 0, {maybe_});
        relation_ = m_.variable("relation", wide_, 0, {colour_, m_.boolean()});
        set_var_ = m_.variable("set", set_);
        total_ = m_.variable("total", m_.counter());
        moment_orders();
        tokens();
        odd_ = m_.table("odd", m_.boolean(), {small_}, {0, 1, 0, 1});
        worth_ = m_.table("worth", wide_, {colour_, m_.boolean()}, {1, -2, 3, 0, 5, 2});
        opens_ = {m_.open_function("legal", {small_}), m_.open_function("safe", {}),
                  m_.open_function("loud", {colour_}, false), m_.open_function("fair", {}, true)};
        const std::vector<TypeId> params[] = {{small_}, {}, {colour_}, {}};
        for (std::size_t i = 0; i < opens_.size(); ++i) {
            inside_open_ = true;
            registers_ = false;
            for (TypeId param : params[i]) binders_.push_back(param);
            for (std::size_t s = 1 + pick(3); s > 0; --s) {
                m_.statement(opens_[i], chance(60), truth(2), one_of(clauses_));
            }
            binders_.clear();
            inside_open_ = false;
            registers_ = true;
        }
        if (chance(50)) functions();
    }

    // Objects that nothing may tell apart.
    void tokens() {
        token_ = m_.enumeration("token", {"first token", "second token", "third token"});
        m_.interchangeable(token_);
        some_token_ = m_.optional(token_);
        tapped_ = m_.variable("tapped", m_.boolean(), 0, {token_});
        worn_ = m_.variable("worn", some_token_);
        ring_ = m_.variable("ring", m_.set_of(token_));
    }

    // Open functions to other types than bool. Their statements mostly name values that fit.
    void functions() {
        functions_ = {m_.open_function_to(wide_, "rank", {colour_}), m_.open_function_to(small_, "share")};
        const std::vector<TypeId> params[] = {{colour_}, {}};
        for (std::size_t i = 0; i < functions_.size(); ++i) {
            inside_open_ = true;
            registers_ = false;
            binders_ = params[i];
            for (std::size_t s = pick(4); s > 0; --s) {
                TermId value = chance(70) ? m_.c(number(0, 3)) : whole(1);
                m_.statement(functions_[i], chance(50), truth(2), value, one_of(clauses_));
            }
            if (chance(50)) m_.fallback(functions_[i], chance(80) ? index(small_) : whole(1));
            binders_.clear();
            inside_open_ = false;
            registers_ = true;
        }
    }

    // One with and without cycles, one inductive that may read it. Few unknowns, so that every solution is
    // found.
    void systems() {
        registers_ = false;
        EquationsId plain = m_.equations("plain");
        UnknownId held = m_.unknown("held", m_.boolean(), {m_.boolean()});
        UnknownId power = m_.unknown("power", small_);
        plain_truth_ = held;
        plain_number_ = power;
        TermId held_backup, power_backup;
        if (chance(30)) {
            power_backup = index(small_);
            binders_ = {m_.boolean()};
            held_backup = truth(1);
        }
        if (chance(30)) {
            power_ = power;  // and nothing goes round over `held`
        } else {
            held_ = held;
            power_ = chance(50) ? std::optional(power) : std::nullopt;
        }
        binders_ = {m_.boolean()};
        TermId holds = chance(40) ? m_.negation(asked_truth()) : truth(2);
        m_.in(one_of(clauses_));
        m_.define(held, holds, held_backup);
        binders_.clear();
        m_.define(power, chance(80) ? clamped(2) : whole(2), power_backup);
        held_ = held;
        power_ = power;
        if (chance(35)) {
            const TermId wanted = m_.add(m_.ask(power), m_.ask(held, {m_.c(0)}));
            m_.model().functions.equations[plain.index].preference = chance(50) ? wanted : whole(1);
        }
        systems_ = {plain};
        if (chance(60)) induction();
        counted_ = true;
        registers_ = true;
    }

    void moment_orders() {
        m_.model().policies.sets_last = more_chance(20);
        auto& orders = m_.model().rules.moment_orders;
        for (const VarId variable : {wide_var_, relation_, set_var_, total_}) {
            if (more_chance(40))
                orders.push_back({variable, m_.incident("order of checks"), one_of(clauses_)});
        }
    }

    void induction() {
        systems_.push_back(m_.equations("grown", true));
        if (chance(50)) held_ = power_ = std::nullopt;
        UnknownId grown = m_.unknown("grown", m_.boolean(), {small_});
        binders_ = {small_, small_};
        TermId way = m_.both(m_.ask(grown, {m_.bound(1, small_)}), truth(1));
        binders_.pop_back();
        TermId further = m_.quantifier(TermKind::Exists, 1, small_, {way});
        TermId seed = chance(50) ? m_.equal(m_.bound(0, small_), index(small_)) : truth(1);
        m_.define(grown, m_.make(TermKind::Or, {seed, further}));
        binders_.clear();
        grown_ = grown;
    }

    TermId clamped(int depth) {
        return m_.make(TermKind::Minimum, {m_.make(TermKind::Maximum, {whole(depth), m_.c(0)}), m_.c(3)});
    }

    void points_and_triggers() {
        for (int i = 0; i < 5; ++i) {
            PointId point = m_.point("point " + std::to_string(i));
            m_.at(point).control = i < 2;
            m_.at(point).settled = i != 1 && chance(70);
            m_.at(point).floor = i >= 2 && more_chance(30);
            m_.at(point).remembers = i >= 2 && more_chance(30);
            m_.at(point).clause = one_of(clauses_);
            if (i % 2 == 1) m_.live(point, 0, small_);
            if (i == 0 || i >= 3) m_.live(point, 1, maybe_);
            if (i == 1 || i >= 3) m_.live(point, 2, set_);
            if (i != 2 && more_chance(50)) m_.live(point, 3, some_token_);
            (i < 2 ? turn_ : items_).push_back(point);
        }
        m_.live(items_[0], 0, small_);
        triggers_ = {m_.trigger("told", items_[0], {small_}), m_.trigger("silent", items_[1]),
                     m_.trigger("asked", items_[1], {small_, maybe_, set_})};
        for (const std::size_t trigger : {0U, 1U, 2U}) {
            if (!more_chance(50)) continue;
            const std::vector<TypeId> whose =
                trigger == 2 ? std::vector<TypeId>{small_} : std::vector<TypeId>{};
            const VarId uses = m_.variable("uses " + std::to_string(trigger), m_.range(0, 2), 0, whose);
            const Value most = more_chance(70) ? 1 : 2;
            m_.model().rules.triggers[triggers_[trigger].index].limit = {uses, most, m_.incident("which")};
        }
    }

    // Often as it is made of a rule, which asks and counts.
    CodeId within_limit(TriggerId trigger, const std::vector<TermId>& given) {
        const auto& limit = m_.model().rules.triggers[trigger.index].limit;
        const CodeId pends = m_.pend(trigger, given);
        if (!limit || more_chance(20)) return pends;
        const std::vector<TermId> whose =
            m_.model().variable(limit->uses).params.empty() ? std::vector<TermId>{} : std::vector{given[0]};
        const CodeId counts = m_.increase(limit->uses, m_.c(1), whose);
        return m_.when(m_.less(m_.cell(limit->uses, whose), m_.c(limit->most)), m_.sequence({counts, pends}));
    }

    // Labels of the turn have even numbers, those of items odd ones; a goto leads to a higher number of the
    // same sort.
    void label(std::size_t number) {
        of_turn_ = number % 2 == 0;
        labels_here_ = of_turn_ ? turn_labels_ : item_labels_;
        LabelId id = m_.label("label " + std::to_string(number), body(2));
        (of_turn_ ? turn_labels_ : item_labels_).push_back(id);
    }

    void options() {
        for (bool turn : {true, false}) {
            for (PointId point : turn ? turn_ : items_) {
                const std::vector<LabelId>& labels = turn ? turn_labels_ : item_labels_;
                for (std::size_t o = pick(4); o > 0; --o) {
                    std::vector<TypeId> binders;
                    if (chance(60)) binders.push_back(small_);
                    if (!binders.empty() && chance(40)) binders.push_back(maybe_);
                    m_.option(point, "option", truth(2), one_of(labels), binders, one_of(clauses_));
                }
                if (chance(50)) m_.at(point).otherwise = one_of(labels);
            }
        }
    }

    // Whose choice it is: anything that is a number, undefined or left to nobody now and then.
    void owners() {
        registers_ = false;
        for (const std::vector<PointId>* points : {&turn_, &items_}) {
            for (PointId point : *points) {
                if (!chance(40)) continue;
                m_.at(point).owner = compiler::OwnerKind::Player;
                m_.at(point).player = whole(1);
            }
        }
        m_.model().policies.trigger_order_stated = chance(60);
        for (compiler::Trigger& trigger : m_.model().rules.triggers) {
            trigger.clause = one_of(clauses_);
            binders_ = trigger.params;
            if (chance(80)) trigger.player = chance(50) ? argument(maybe_) : whole(1);
            if (chance(30)) trigger.rank = rank_of(trigger);
            binders_.clear();
        }
        registers_ = true;
    }

    // Total, as every rank is: a number, or one of the arguments.
    TermId rank_of(const compiler::Trigger& trigger) {
        if (trigger.params.empty() || chance(50))
            return m_.model().terms.constant(static_cast<compiler::Value>(pick(3)));
        const std::size_t i = pick(trigger.params.size());
        const compiler::Type type = m_.model().type(trigger.params[i]);
        return m_.model().terms.make_leaf(TermKind::Bound, static_cast<compiler::Value>(i), {}, type);
    }

    void checks() {
        for (std::size_t i = pick(4); i > 0; --i) {
            registers_ = false;
            TermId condition = chance(50) ? m_.both(truth(1), truth(1)) : truth(2);
            settling_ = true;
            std::vector<CodeId> code = statements(2);
            if (chance(50)) code.push_back(m_.set(wide_var_, m_.c(number(-2, 5))));
            if (chance(30)) code.push_back(m_.when(truth(1), m_.finish(one_of(endings_))));
            m_.state_check(condition, m_.sequence(code), one_of(clauses_));
            settling_ = false;
            registers_ = true;
        }
    }

    // Code.

    CodeId body(int depth) {
        m_.in(one_of(clauses_));
        std::vector<CodeId> code = statements(depth);
        const CodeId end = leaf(2);
        const std::vector<PointId>& points = of_turn_ ? turn_ : items_;
        const CodeId stops = m_.stop(points[rests_() % points.size()]);
        code.push_back(rests_() % 100 < 20 ? m_.if_at_rest(end, stops) : end);
        return m_.sequence(std::move(code));
    }

    CodeId leaf(int depth) {
        m_.in(one_of(clauses_));
        if (depth > 0 && chance(30)) return m_.when(truth(1), leaf(depth - 1), leaf(depth - 1));
        if (depth > 0 && chance(10)) return m_.fork(one_of(forks_), {leaf(depth - 1), leaf(depth - 1)});
        if (depth > 0 && chance(10)) return bound(small_, [&] { return leaf(depth - 1); });
        if (!labels_here_.empty() && chance(40)) return m_.go_to(one_of(labels_here_));
        if (chance(15)) {
            const std::size_t trigger = pick(triggers_.size());
            return m_.call(triggers_[trigger], given_to(trigger), one_of(of_turn_ ? turn_ : items_));
        }
        if (chance(5)) return m_.cut();
        if (chance(10)) return m_.finish(one_of(endings_));
        if (!of_turn_ && chance(50)) return m_.leave();
        return m_.stop(one_of(of_turn_ ? turn_ : items_));
    }

    std::vector<TermId> given_to(std::size_t trigger) {
        std::vector<TermId> result;
        for (TypeId param : m_.model().rules.triggers[trigger].params) result.push_back(argument(param));
        return result;
    }

    // Mostly of the things that registers and arguments hold, and seldom none.
    CodeId forget() {
        if (more_chance(20)) return m_.forget(small_, m_.c(static_cast<Value>(more_() % 4)));
        if (chance(10)) return m_.forget(small_, index(small_));
        return m_.forget(thing_, chance(60) ? m_.c(number(0, 2)) : index(maybe_));
    }

    template <class Make>
    CodeId bound(TypeId type, Make make) {
        TermId value = whole(1);
        auto level = static_cast<std::uint32_t>(binders_.size());
        value = m_.make(TermKind::Minimum, {m_.make(TermKind::Maximum, {value, m_.c(0)}), m_.c(3)});
        binders_.push_back(type);
        CodeId inner = make();
        binders_.pop_back();
        return m_.let(level, value, inner);
    }

    std::vector<CodeId> statements(int depth) {
        std::vector<CodeId> result;
        for (std::size_t i = pick(3) + (depth > 1 ? 1 : 0); i > 0; --i) result.push_back(statement(depth));
        return result;
    }

    CodeId block(int depth) { return m_.sequence(statements(depth)); }

    CodeId statement(int depth) {
        m_.in(one_of(clauses_));
        if (depth > 1 && !at_once_ && !settling_ && more_chance(8)) return any_order();
        if (depth > 1 && more_chance(5)) return rounds();
        if (depth > 0 && (at_once_ || settling_) && more_chance(7))
            return m_.defer(more_chance(50) ? 0 : 1, block(depth - 1));
        if (depth > 0) {
            switch (pick(12)) {
                case 0:
                    return m_.when(truth(2), block(depth - 1));
                case 1:
                    return m_.when(truth(2), block(depth - 1), block(depth - 1));
                case 2:
                    return bound(small_, [&] { return block(depth - 1); });
                case 3: {
                    auto level = static_cast<std::uint32_t>(binders_.size());
                    TypeId domain = one_of(std::vector<TypeId>{small_, colour_, maybe_});
                    binders_.push_back(domain);
                    TermId condition = truth(2);
                    CodeId inner = block(depth - 1);
                    binders_.pop_back();
                    return m_.for_each(level, domain, condition, inner);
                }
                case 4:
                case 5: {
                    const bool outside = std::exchange(at_once_, true);
                    CodeId inner = m_.sequence({write(), write(), block(depth - 1)});
                    if (more_chance(40)) inner = m_.sequence({inner, told(), told()});
                    at_once_ = outside;
                    return m_.simultaneously(inner, one_of(blocks_), chance(30));
                }
                case 6: {
                    CodeId first = block(depth - 1);
                    return m_.fork(one_of(forks_), {first, block(depth - 1), m_.sequence({})});
                }
                case 7:
                    if (systems_.empty()) break;
                    if (chance(60)) return solve(depth);
                    return m_.sequence({note(0), write(), note(0)});
                default:
                    break;
            }
        }
        switch (pick(12)) {
            case 0:
                return m_.report(one_of(reports_));
            case 1:
                return pend();
            case 2:
                return m_.sequence({pend(), forget()});
            case 3:
                return forget();
            case 4:
                if (!registers_ || settling_) return write();
                if (more_chance(25)) return m_.set_register(2, some_set());
                return chance(50) ? m_.set_register(0, index(small_)) : m_.set_register(1, index(maybe_));
            default:
                return write();
        }
    }

    // Instances that get in each other's way: what one writes, the condition of another may read.
    CodeId any_order() {
        std::vector<CodeId> instances;
        for (std::size_t i = 1 + more_() % 2; i > 0; --i) {
            m_.in(one_of(clauses_));
            if (more_chance(30)) {
                instances.push_back(loop_over_tokens());
            } else if (more_chance(25)) {
                instances.push_back(loop_over(more_chance(50) ? colour_ : maybe_));
            } else {
                const TermId condition = chance(30) ? m_.c(1) : truth(1);
                instances.push_back(
                    m_.when(condition, m_.sequence({write(), write(), block(chance(10) ? 1 : 0)})));
            }
        }
        m_.in(one_of(clauses_));
        return m_.any_order(one_of(orders_), std::move(instances));
    }

    // Each of the instances may go on with the next round, and what it carries there is often what it has.
    CodeId rounds() {
        const auto level = static_cast<std::uint32_t>(binders_.size());
        const std::vector<TermId> first{index(small_), index(small_)};
        binders_.insert(binders_.end(), 2, small_);
        std::vector<CodeId> instances;
        for (std::size_t i = 1 + more_() % 2; i > 0; --i) {
            m_.in(one_of(clauses_));
            const bool is_loop = more_chance(20);
            if (is_loop) binders_.push_back(thing_);
            const TermId own = m_.bound(static_cast<Value>(level), small_);
            const TermId condition =
                more_chance(50) ? m_.less(own, m_.c(static_cast<Value>(1 + more_() % 3))) : truth(1);
            std::vector<CodeId> body{write()};
            if (more_chance(80))
                body.push_back(m_.again(level, {more_chance(50) ? own : index(small_), index(small_)}));
            const CodeId inner = m_.sequence(std::move(body));
            if (is_loop) binders_.pop_back();
            instances.push_back(is_loop ? m_.for_each(level + 2, thing_, condition, inner)
                                        : m_.when(condition, inner));
        }
        m_.in(one_of(clauses_));
        const CodeId last = m_.sequence({write(), write()});
        binders_.resize(level);
        return m_.rounds(one_of(rounds_), level, first, std::move(instances), last);
    }

    CodeId loop_over(TypeId domain) {
        const auto level = static_cast<std::uint32_t>(binders_.size());
        binders_.push_back(domain);
        const TermId condition = truth(1);
        const CodeId inner = m_.sequence({write(), block(chance(10) ? 1 : 0)});
        binders_.pop_back();
        return m_.for_each(level, domain, condition, inner);
    }

    CodeId loop_over_tokens() {
        const auto level = static_cast<std::uint32_t>(binders_.size());
        const TermId token = m_.bound(static_cast<Value>(level), token_);
        binders_.push_back(token_);
        const TermId conditions[] = {m_.c(1), m_.negation(m_.cell(tapped_, {token})),
                                     m_.make(TermKind::SetHas, {m_.cell(ring_), token}),
                                     m_.negation(m_.equal(m_.cell(worn_), token)), truth(1)};
        const TermId condition = conditions[more_() % std::size(conditions)];
        std::vector<CodeId> inner;
        for (std::size_t i = 1 + more_() % 2; i > 0; --i) inner.push_back(write_of(token));
        if (more_chance(60)) inner.push_back(write());
        binders_.pop_back();
        const CodeId loop = m_.for_each(level, token_, condition, m_.sequence(std::move(inner)));
        Code node = m_.model().flow.code[loop];
        if (registers_) node.terms.push_back(m_.equal(m_.reg(3, some_token_), token));
        if (registers_ && more_chance(30)) {
            const TermId set = m_.make(TermKind::Maximum, {m_.reg(2, m_.counter()), m_.c(0)});
            node.terms.push_back(m_.make(TermKind::SetHas, {set, token}));
        }
        m_.model().flow.code.replace(loop, std::move(node));
        return loop;
    }

    CodeId write_of(TermId token) {
        switch (more_() % 7) {
            case 0:
                return m_.set(tapped_, m_.c(static_cast<Value>(more_() % 2)), {token});
            case 1:
                return m_.set(worn_, token);
            case 2:
                return m_.set(ring_, m_.make(TermKind::SetInsert, {m_.cell(ring_), token}));
            case 3:
                return m_.set(ring_, m_.make(TermKind::SetErase, {m_.cell(ring_), token}));
            case 4:
                return m_.gain(ring_, m_.make(TermKind::SetInsert, {m_.c(0), token}));
            case 5:
                return ++lives_ % 3 == 0 ? m_.gone(ring_, m_.make(TermKind::SetInsert, {m_.c(0), token}))
                                         : m_.lose(ring_, m_.make(TermKind::SetInsert, {m_.c(0), token}));
            default:
                return registers_ ? m_.set_register(3, token) : m_.set(worn_, m_.c(-1));
        }
    }

    CodeId solve(int depth) {
        const std::size_t which = pick(systems_.size());
        std::vector<CodeId> children;
        for (std::size_t i = 1 + pick(3); i > 0; --i) children.push_back(block(depth - 1));
        if (chance(60)) children[0] = m_.sequence({children[0], write(), write(), note(which)});
        return m_.solve(systems_[which], std::move(children));
    }

    // Adds up what a system's unknowns are.
    CodeId note(std::size_t system) {
        const TermId asked = system == 0
                                 ? m_.add(m_.ask(plain_number_), m_.ask(plain_truth_, {m_.c(number(0, 1))}))
                                 : m_.ask(*grown_, {m_.c(number(0, 3))});
        return m_.increase(total_, asked, {});
    }

    // Each time of something else.
    CodeId told() {
        const std::size_t trigger = more_() % 3;
        const TermId what = m_.c(static_cast<Value>(more_() % 4));
        std::vector<TermId> given;
        if (trigger == 0) given = {what};
        if (trigger == 2) given = {m_.c(1), m_.c(-1), what};
        return within_limit(triggers_[trigger], given);
    }

    CodeId pend() {
        const std::size_t trigger = pick(triggers_.size());
        return within_limit(triggers_[trigger], given_to(trigger));
    }

    CodeId write() {
        bool adds = chance(40);
        auto put = [&](VarId var, TermId value, std::vector<TermId> arguments) {
            if (!adds && more_chance(20))
                return m_.reset(var, value, std::move(arguments), ++lives_ % 3 == 0);
            return adds ? m_.increase(var, value, std::move(arguments))
                        : m_.set(var, value, std::move(arguments));
        };
        switch (pick(8)) {
            case 0:
                return m_.set(flag_, truth(1));
            case 1:
                return put(wide_var_, whole(1), {});
            case 2:
                return put(pair_, chance(70) ? index(small_) : whole(1), {argument(colour_)});
            case 3:
                if (more_chance(30)) return m_.lose(maybe_var_, argument(maybe_), {argument(small_)});
                return put(maybe_var_, chance(80) ? index(maybe_) : whole(1), {argument(small_)});
            case 4:
                return m_.set(by_maybe_, truth(1), {argument(maybe_)});
            case 5: {
                TermId first = argument(colour_);
                return put(relation_, whole(1), {first, truth(1)});
            }
            case 6: {
                const TermId members = set(1);
                if (!adds) return m_.set(set_var_, members);
                if (more_chance(50)) return m_.gain(set_var_, members);
                return ++lives_ % 3 == 0 ? m_.gone(set_var_, members) : m_.lose(set_var_, members);
            }
            default:
                return put(total_, whole(1), {});
        }
    }

    // Terms.

    // Mostly within the type, now and then outside.
    TermId some_set() {
        if (registers_ && more_chance(30)) return m_.reg(2, set_);
        return more_chance(50) ? m_.cell(set_var_) : m_.c(static_cast<Value>(more_() % 16));
    }

    TermId argument(TypeId type) {
        if (type == set_) return some_set();
        return chance(12) ? whole(1) : index(type);
    }

    TermId index(TypeId type) {
        std::vector<std::size_t> fitting;
        for (std::size_t i = 0; i < binders_.size(); ++i) {
            if (binders_[i] == type) fitting.push_back(i);
        }
        if (!fitting.empty() && chance(60)) return m_.bound(static_cast<Value>(one_of(fitting)), type);
        if (registers_ && !inside_open_ && chance(40)) {
            if (type == small_) return m_.reg(0, small_);
            if (type == maybe_) return m_.reg(1, maybe_);
        }
        if (type == small_ && chance(40)) return m_.cell(pair_, {m_.c(number(0, 2))});
        if (type == maybe_ && chance(60)) return m_.cell(maybe_var_, {m_.c(number(0, 3))});
        if (type == maybe_) return m_.c(number(-1, 2));
        return m_.c(number(0, type == colour_ ? 2 : 3));
    }

    TermId truth(int depth) {
        if (depth == 0) {
            switch (pick(5)) {
                case 0:
                    return m_.cell(by_maybe_, {argument(maybe_)});
                case 1:
                    return m_.look_up(odd_, {argument(small_)});
                case 2:
                    return m_.enabled(one_of(clauses_));
                case 3:
                    return chance(70) ? m_.cell(flag_) : m_.c(number(0, 1));
                default:
                    return asks() ? asked_truth() : open();
            }
        }
        switch (pick(16)) {
            case 0:
                return m_.negation(truth(depth - 1));
            case 1:
                return junction(TermKind::And, depth);
            case 2:
                return junction(TermKind::Or, depth);
            case 3:
                return pair(TermKind::Implies, truth(depth - 1), [&] { return truth(depth - 1); });
            case 4:
                return pair(TermKind::Equal, whole(depth - 1), [&] { return whole(depth - 1); });
            case 5:
                return pair(TermKind::Less, whole(depth - 1), [&] { return whole(depth - 1); });
            case 6:
                return pair(TermKind::LessEqual, whole(depth - 1), [&] { return whole(depth - 1); });
            case 7:
                return quantified(TermKind::Exists, depth);
            case 8:
                return quantified(TermKind::Forall, depth);
            case 9:
                return pair(TermKind::SetHas, set(depth - 1), [&] { return argument(small_); });
            case 10:
                return asks() ? asked_truth() : open();
            case 11:
                return pair(TermKind::Equal, set(depth - 1), [&] { return set(depth - 1); });
            case 12: {
                TermId test = truth(depth - 1);
                TermId yes = truth(depth - 1);
                return m_.make(TermKind::Ite, {test, yes, truth(depth - 1)});
            }
            case 13:
                return reach(depth);
            default:
                return truth(depth - 1);
        }
    }

    TermId open() {
        if (inside_open_) return m_.cell(flag_);
        std::size_t i = pick(opens_.size());
        if (i == 0) return m_.holds(opens_[0], {argument(small_)});
        if (i == 2) return m_.holds(opens_[2], {argument(colour_)});
        return m_.holds(opens_[i]);
    }

    bool asks() { return !inside_open_ && (held_ || grown_) && chance(50); }

    TermId asked_truth() {
        if (grown_ && (!held_ || chance(50))) return m_.ask(*grown_, {argument(small_)});
        if (!held_) return m_.cell(flag_);
        const bool bound = !binders_.empty() && binders_[0] == m_.boolean() && chance(50);
        return m_.ask(*held_, {bound ? m_.bound(0, m_.boolean()) : m_.c(number(0, 1))});
    }

    // Other numbers than those of cells and tables.
    TermId asked_number() {
        if (counted_ && chance(20)) return m_.solutions(one_of(systems_));
        if (power_ && chance(60)) return m_.ask(*power_);
        if (functions_.empty()) return m_.cell(wide_var_);
        return chance(60) ? m_.holds(functions_[0], {argument(colour_)}) : m_.holds(functions_[1]);
    }

    TermId junction(TermKind kind, int depth) {
        TermId a = truth(depth - 1);
        TermId b = truth(depth - 1);
        return chance(70) ? m_.make(kind, {a, b}) : m_.make(kind, {a, b, truth(depth - 1)});
    }

    template <class Second>
    TermId pair(TermKind kind, TermId first, Second second) {
        return m_.make(kind, {first, second()});
    }

    TermId quantified(TermKind kind, int depth) {
        auto level = static_cast<Value>(binders_.size());
        TypeId domain = one_of(std::vector<TypeId>{small_, colour_, maybe_});
        binders_.push_back(domain);
        std::vector<TermId> children = {truth(depth - 1)};
        if (kind == TermKind::Sum) children.push_back(whole(depth - 1));
        binders_.pop_back();
        return m_.quantifier(kind, level, domain, children);
    }

    // The start and the goal stand outside the scope of the two binders.
    TermId reach(int depth) {
        auto level = static_cast<Value>(binders_.size());
        TypeId domain = one_of(std::vector<TypeId>{small_, colour_, maybe_});
        TermId start = argument(domain);
        TermId goal = argument(domain);
        TermId from = m_.bound(level, domain);
        TermId to = m_.bound(level + 1, domain);
        binders_.insert(binders_.end(), {domain, domain});
        TermId link = truth(depth - 1);
        binders_.resize(binders_.size() - 2);
        if (chance(30)) link = m_.both(m_.less(to, from), link);
        if (domain == small_ && chance(50)) link = m_.equal(m_.cell(maybe_var_, {from}), to);
        // A chain: the longest of ways.
        if (chance(20)) link = m_.equal(m_.add(from, m_.c(1)), to);
        return m_.reach(level, domain, start, goal, link);
    }

    TermId whole(int depth) {
        if (depth == 0) {
            switch (pick(7)) {
                case 0:
                    return m_.cell(wide_var_);
                case 1:
                    return m_.cell(total_);
                case 6:
                    return inside_open_ ? m_.cell(wide_var_) : asked_number();
                case 2:
                    return m_.cell(relation_, {argument(colour_), m_.cell(flag_)});
                case 3:
                    return m_.look_up(worth_, {argument(colour_), m_.c(number(0, 1))});
                case 4:
                    return m_.c(number(-3, 4));
                default:
                    return index(chance(50) ? small_ : maybe_);
            }
        }
        auto second = [&] { return whole(depth - 1); };
        switch (pick(12)) {
            case 0:
                return pair(TermKind::Add, whole(depth - 1), second);
            case 1:
                return pair(TermKind::Subtract, whole(depth - 1), second);
            case 2:
                return pair(TermKind::Multiply, whole(depth - 1), second);
            case 3:
                return pair(TermKind::Minimum, whole(depth - 1), second);
            case 4:
                return pair(TermKind::Maximum, whole(depth - 1), second);
            case 5: {
                TermId test = truth(depth - 1);
                TermId yes = whole(depth - 1);
                return m_.make(TermKind::Ite, {test, yes, whole(depth - 1)});
            }
            case 6:
                return quantified(TermKind::Count, depth);
            case 7:
                return quantified(TermKind::Sum, depth);
            case 8:
                return quantified(TermKind::First, depth);
            case 9:
                return m_.make(TermKind::SetSize, {set(depth - 1)});
            default:
                return perhaps_within(whole(depth - 1));
        }
    }

    // On its way into a small range.
    TermId perhaps_within(TermId value) {
        if (more_chance(50)) return value;
        return m_.model().terms.make_leaf(TermKind::Within, Value{small_.index}, {value},
                                          m_.model().type(small_));
    }

    TermId set(int depth) {
        if (depth == 0 || chance(30)) return chance(70) ? m_.cell(set_var_) : m_.c(number(0, 15));
        switch (pick(4)) {
            case 0:
                return pair(TermKind::SetInsert, set(depth - 1), [&] { return argument(small_); });
            case 1:
                return pair(TermKind::SetErase, set(depth - 1), [&] { return argument(small_); });
            case 2:
                return pair(TermKind::SetUnion, set(depth - 1), [&] { return set(depth - 1); });
            default:
                return pair(TermKind::SetMinus, set(depth - 1), [&] { return set(depth - 1); });
        }
    }

    std::mt19937_64 random_;
    // For what was invented later: so the rest of a model stays what its seed has always made of it.
    std::mt19937_64 more_;
    std::mt19937_64 rests_;  // likewise, for what depends on whether the game is at rest
    ModelBuilder m_;
    TypeId small_, wide_, thing_, maybe_, colour_, set_, token_, some_token_;
    VarId flag_, wide_var_, pair_, maybe_var_, by_maybe_, relation_, set_var_, total_;
    VarId tapped_, worn_, ring_;
    TableId odd_, worth_;
    std::vector<ClauseId> clauses_;
    std::vector<IncidentId> reports_, forks_, blocks_, orders_, rounds_;
    std::vector<EndingId> endings_;
    std::vector<OpenId> opens_, functions_;
    std::vector<EquationsId> systems_;
    UnknownId plain_truth_, plain_number_;           // of the plain system
    std::optional<UnknownId> held_, power_, grown_;  // what may be asked here
    bool counted_ = false;                           // may solutions be counted here?
    std::vector<PointId> turn_, items_;
    std::vector<TriggerId> triggers_;
    std::vector<LabelId> turn_labels_, item_labels_, labels_here_;
    std::vector<TypeId> binders_;
    bool registers_ = true;
    std::size_t lives_ = 0;  // writes that may be the end of a life
    bool inside_open_ = false;
    bool settling_ = false;
    bool at_once_ = false;  // inside a Simultaneously
    bool of_turn_ = true;
};

}  // namespace

Model random_model(std::uint64_t seed) { return Invention(seed).model(); }

}  // namespace errata::tests
