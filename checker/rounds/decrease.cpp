#include "checker/rounds/decrease.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

WaysThrough WaysThrough::then(const WaysThrough& next) const {
    WaysThrough result;
    result.bits = 0;
    result.wrong = wrong || next.wrong;
    for (std::uint8_t a = 0; a < 4; ++a) {
        for (std::uint8_t b = 0; b < 4; ++b) {
            if ((bits >> a & 1) != 0 && (next.bits >> b & 1) != 0)
                result.bits = static_cast<std::uint8_t>(result.bits | 1U << (a | b));
        }
    }
    return result;
}

WaysThrough WaysThrough::or_else(const WaysThrough& other) const {
    WaysThrough result;
    result.bits = static_cast<std::uint8_t>(bits | other.bits);
    result.wrong = wrong || other.wrong;
    return result;
}

namespace {

// Code with more ways than this through its labels is taken at its worst.
constexpr std::size_t max_walked = 100'000;

constexpr WaysThrough way(bool moved, bool goes_on, bool wrong = false) {
    WaysThrough result;
    result.bits = static_cast<std::uint8_t>(1U << ((moved ? 1 : 0) + (goes_on ? 2 : 0)));
    result.wrong = wrong;
    return result;
}

using Literals = std::vector<Literal>;

void learn(const Model& model, TermId id, bool holds, Literals& facts) {
    const Term& term = model.terms[id];
    if (term.kind == TermKind::Not) return learn(model, term.children[0], !holds, facts);
    if ((term.kind == TermKind::And && holds) || (term.kind == TermKind::Or && !holds)) {
        for (const TermId child : term.children) learn(model, child, holds, facts);
        return;
    }
    facts.push_back({id, holds});
}

// All writes of the field inside agree with one another, so that none undoes another.
bool agree(const Model& model, VarId field, const std::vector<CodeId>& roots) {
    bool increases = false;
    std::optional<TermId> set;
    bool agree = true;
    walk_code(model.flow.code, roots, [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Goto) agree = false;
        if (node.var != field) return;
        if (node.kind != CodeKind::Set) {
            increases = true;
            return;
        }
        const bool constant = model.terms[node.terms.back()].kind == TermKind::Const;
        if (!constant || (set && *set != node.terms.back())) agree = false;
        set = node.terms.back();
    });
    return agree && !(increases && set);
}

// A write of the field against its value before.
class FieldWrite {
public:
    FieldWrite(const Model& model, const Measure& measure, const Code& write)
        : model_(model), measure_(measure), write_(write) {}

    // Does it certainly move the field in the right direction?
    bool moves(const Literals& facts) const;
    // Might it move the field in the wrong one?
    bool may_be_wrong() const;

private:
    const Term& value() const { return model_.terms[write_.terms.back()]; }
    bool is_extreme() const;
    bool is_field(TermId cell) const;
    // The term is never on the wrong side of the field's present value; or strictly on the right side.
    bool not_wrong(TermId term) const;
    bool right(TermId term) const;
    bool differs(Value value, const Literals& facts) const;

    const Model& model_;
    const Measure& measure_;
    const Code& write_;
};

bool FieldWrite::moves(const Literals& facts) const {
    if (write_.kind == CodeKind::Increase)
        return value().bounded && (measure_.down ? value().hi < 0 : value().lo > 0);
    if (write_.kind != CodeKind::Set) return false;
    return right(write_.terms.back()) || (is_extreme() && differs(value().payload, facts));
}

// A set with fewer members is a smaller number.
bool FieldWrite::may_be_wrong() const {
    if (write_.kind == CodeKind::Increase)
        return !value().bounded || (measure_.down ? value().hi > 0 : value().lo < 0);
    if (write_.kind != CodeKind::Set) return (write_.kind == CodeKind::Gain) == measure_.down;
    return !is_extreme() && !not_wrong(write_.terms.back());
}

bool FieldWrite::is_extreme() const {
    const Type& type = model_.type(model_.variable(write_.var).type);
    return value().kind == TermKind::Const && value().payload == (measure_.down ? type.lo : type.hi);
}

bool FieldWrite::is_field(TermId cell) const {
    const Term& term = model_.terms[cell];
    return term.kind == TermKind::Cell && term.payload == Value{write_.var.index} &&
           std::equal(term.children.begin(), term.children.end(), write_.terms.begin(),
                      write_.terms.end() - 1);
}

bool FieldWrite::not_wrong(TermId id) const {
    if (is_field(id)) return true;
    const Term& term = model_.terms[id];
    const Type& type = model_.type(model_.variable(write_.var).type);
    const auto bounded = [&](TermId other, bool positive) {
        const Term& amount = model_.terms[other];
        return amount.bounded && (positive ? amount.lo >= 0 : amount.hi <= 0);
    };
    if (term.kind == TermKind::Const) return term.payload == (measure_.down ? type.lo : type.hi);
    if (term.kind == TermKind::Subtract)
        return not_wrong(term.children[0]) && bounded(term.children[1], measure_.down);
    if (term.kind == TermKind::Add)
        return (not_wrong(term.children[0]) && bounded(term.children[1], !measure_.down)) ||
               (not_wrong(term.children[1]) && bounded(term.children[0], !measure_.down));
    if (term.kind == TermKind::Minimum || term.kind == TermKind::Maximum) {
        const bool one = not_wrong(term.children[0]);
        const bool two = not_wrong(term.children[1]);
        // The smaller of two is not above either; the greater of two is above neither bound only if both are
        // not.
        return (term.kind == TermKind::Minimum) == measure_.down ? one || two : one && two;
    }
    return term.kind == TermKind::Ite && not_wrong(term.children[1]) && not_wrong(term.children[2]);
}

bool FieldWrite::right(TermId id) const {
    const Term& term = model_.terms[id];
    const auto amount = [&](TermId other, bool positive) {
        const Term& that = model_.terms[other];
        return that.bounded && (positive ? that.lo > 0 : that.hi < 0);
    };
    if (term.kind == TermKind::Subtract)
        return is_field(term.children[0]) && amount(term.children[1], measure_.down);
    if (term.kind == TermKind::Add)
        return (is_field(term.children[0]) && amount(term.children[1], !measure_.down)) ||
               (is_field(term.children[1]) && amount(term.children[0], !measure_.down));
    return term.kind == TermKind::Ite && right(term.children[1]) && right(term.children[2]);
}

// The field is known not to have this value before the write_.
bool FieldWrite::differs(Value value, const Literals& facts) const {
    return std::ranges::any_of(facts, [&](const Literal& fact) {
        const Term& term = model_.terms[fact.term];
        if (is_field(fact.term)) return (fact.holds ? 1 : 0) != value;  // a truth value
        if (term.children.size() != 2) return false;
        const bool left = is_field(term.children[0]);
        if (!left && !is_field(term.children[1])) return false;
        const Term& other = model_.terms[term.children[left ? 1 : 0]];
        if (!other.bounded) return false;
        if (term.kind == TermKind::Equal)
            return fact.holds ? value < other.lo || value > other.hi
                              : other.lo == other.hi && other.lo == value;
        if (term.kind == TermKind::Less) {
            if (fact.holds) return left ? value >= other.hi : value <= other.lo;
            return left ? value < other.lo : value > other.hi;
        }
        if (term.kind != TermKind::LessEqual) return false;
        if (fact.holds) return left ? value > other.hi : value < other.lo;
        return left ? value <= other.lo : value >= other.hi;
    });
}

}  // namespace

WaysThrough Decrease::of_label(LabelId id, TermId given) {
    Literals facts;
    if (given.is_valid()) learn(model_, given, true, facts);
    return label(id, facts);
}

WaysThrough Decrease::of_settle() {
    std::vector<CodeId> bodies;
    for (const StateCheck& check : model_.rules.state_checks) bodies.push_back(check.body);
    undone_ = !agree(model_, measure_.var, bodies);
    // At least one is carried out, perhaps several.
    std::optional<WaysThrough> any;
    for (const StateCheck& check : model_.rules.state_checks) {
        Literals facts;
        learn(model_, check.condition, true, facts);
        const WaysThrough body = walk(check.body, facts).then(way(false, true));
        any = any ? any->or_else(body) : body;
    }
    undone_ = false;
    return any.value_or(WaysThrough{});
}

void Decrease::forget(CodeId id, Literals& facts) {
    const Touched& written = influence_.written_by(id);
    std::erase_if(facts, [&](const Literal& fact) { return written.meets(influence_.read_by(fact.term)); });
}

WaysThrough Decrease::label(LabelId id, Literals& facts) {
    if (std::ranges::find(inside_, id) != inside_.end()) return way(false, true, true);
    inside_.push_back(id);
    const WaysThrough result = walk(model_.flow.labels[id.index].code, facts);
    inside_.pop_back();
    return result;
}

WaysThrough Decrease::walk(CodeId id, Literals& facts) {
    if (++steps_ > max_walked) return way(false, true, true);
    const Code& node = model_.flow.code[id];
    switch (node.kind) {
        case CodeKind::Sequence:
            return walk_sequence(node, facts);
        case CodeKind::If:
            return walk_if(id, facts);
        case CodeKind::Let:
            return walk(node.children[0], facts);
        case CodeKind::ForEach:
            return walk_each(id, facts);
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
            return walk_block(id, facts);
        case CodeKind::AnyOrder:
        case CodeKind::Rounds:
            return walk_instances(id, facts);
        case CodeKind::Solve:
        case CodeKind::Fork:
        case CodeKind::IfAtRest:
            return walk_one_of(id, facts);
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return write(id, facts);
        case CodeKind::SetRegister:
            forget(id, facts);
            return {};
        case CodeKind::Pend:
        case CodeKind::Call:
            return way(false, true);
        case CodeKind::Stop:
            return way(false, !model_.flow.points[node.point.index].control);
        case CodeKind::Goto:
            return label(node.label, facts);
        case CodeKind::Report:
        case CodeKind::Forget:
        case CodeKind::Again:
        case CodeKind::Return:
        case CodeKind::Finish:
        case CodeKind::Cut:
            return {};
    }
    return way(false, true, true);
}

WaysThrough Decrease::walk_sequence(const Code& node, Literals& facts) {
    WaysThrough result;
    for (const CodeId child : node.children) result = result.then(walk(child, facts));
    return result;
}

WaysThrough Decrease::walk_if(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    Literals yes = facts;
    Literals no = facts;
    learn(model_, node.terms[0], true, yes);
    learn(model_, node.terms[0], false, no);
    const WaysThrough then = walk(node.children[0], yes);
    const WaysThrough otherwise = node.children.size() > 1 ? walk(node.children[1], no) : WaysThrough{};
    forget(id, facts);
    return then.or_else(otherwise);
}

// Everything inside reads the state before it. What is put off reads one of which nothing is known here.
WaysThrough Decrease::walk_block(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    const bool outside = undone_;
    undone_ = undone_ || !agree(model_, measure_.var, node.children);
    Literals before = node.kind == CodeKind::Defer ? Literals{} : facts;
    const WaysThrough result = walk(node.children[0], before);
    undone_ = outside;
    forget(id, facts);
    return result;
}

// One of the children, or none where a system has no solution.
WaysThrough Decrease::walk_one_of(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    std::optional<WaysThrough> result;
    for (const CodeId child : node.children) {
        Literals inside = facts;
        const WaysThrough outcome = walk(child, inside);
        result = result ? result->or_else(outcome) : outcome;
    }
    if (result && node.kind == CodeKind::Solve) result = result->or_else(WaysThrough{});
    forget(id, facts);
    return result.value_or(WaysThrough{});
}

// Any number of rounds; at least one where it is known that there is something to go over.
WaysThrough Decrease::walk_each(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    const bool some = std::ranges::any_of(facts, [&](const Literal& fact) {
        const Term& term = model_.terms[fact.term];
        return fact.holds && term.kind == TermKind::Exists && term.domain == node.domain &&
               term.payload == Value{node.level} && term.children[0] == node.terms[0];
    });
    forget(id, facts);
    Literals inside = facts;
    learn(model_, node.terms[0], true, inside);
    const WaysThrough body = walk(node.children[0], inside);
    const WaysThrough more = WaysThrough{}.or_else(body).or_else(body.then(body));
    return some ? body.then(more) : more;
}

// Any of the instances first, then any other one, and so on, and where they are rounds what is done when none
// is ready. Nothing is known inside of what some of them change.
WaysThrough Decrease::walk_instances(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    const bool has_last = node.kind == CodeKind::Rounds;
    forget(id, facts);
    Literals inside = facts;
    const WaysThrough last = has_last ? walk(node.children.back(), inside) : WaysThrough{};
    std::optional<WaysThrough> one;
    for (std::size_t i = 0; i + (has_last ? 1 : 0) < node.children.size(); ++i) {
        const Code& instance = model_.flow.code[node.children[i]];
        inside = facts;
        learn(model_, instance.terms[0], true, inside);
        const WaysThrough body = walk(instance.children[0], inside);
        one = one ? one->or_else(body) : body;
    }
    // Two things can happen on a way: what more of them do has happened.
    return one ? one->or_else(one->then(*one)).or_else(last).or_else(one->then(last)) : last;
}

WaysThrough Decrease::write(CodeId id, Literals& facts) {
    const Code& node = model_.flow.code[id];
    WaysThrough result;
    if (node.var == measure_.var) {
        const FieldWrite field(model_, measure_, node);
        result = way(field.moves(facts) && !undone_, false, field.may_be_wrong());
    }
    forget(id, facts);
    return result;
}

}  // namespace errata::checker
