#include "compiler/ir/verify_code.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "compiler/ir/verify_terms.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

// How many terms and children a node of a kind has.
struct CodeShape {
    std::size_t terms = 0;
    std::size_t least = 0;  // children
    std::size_t most = 0;
    bool ends = false;  // nothing runs behind it
};

// A Rounds that may be gone on with.
struct OpenRounds {
    std::uint32_t level = 0;
    std::size_t values = 0;
};

// What stands around a node.
struct CodePlace {
    std::string what;  // the label, or the state check
    bool in_check = false;
    std::size_t simultaneous = 0;    // blocks around
    std::vector<TypeId> binders;     // in scope, by level
    std::vector<OpenRounds> rounds;  // whose instance has nothing more to do behind the node

    TermPlace of_terms(bool boolean) const;
};

// One node of code in its place: it has as many terms and children as its kind, and what it names exists.
// What its children are is left to CodeVerifier.
class NodeVerifier {
public:
    // All of them have to outlive it; `place` is where the next node stands.
    NodeVerifier(const Model& model, TermVerifier& terms, const CodePlace& place,
                 std::vector<std::string>& problems)
        : model_(model), terms_(terms), place_(place), problems_(problems) {}

    void verify(const Code& node, const CodeShape& shape);
    // A node that ends the code, or a round. `tail`: nothing follows.
    void verify_end(const Code& node, bool tail);
    void verify_domain(const Code& node, const std::string& what);
    void problem(const std::string& text) { problems_.push_back(place_.what + ": " + text); }

private:
    void verify_shape(const Code& node, const CodeShape& shape);
    void verify_own(const Code& node);
    void verify_write(const Code& node);
    void verify_register(const Code& node);
    void verify_forgotten(const Code& node);
    void verify_not_at_once(const std::string& what);
    // Those of an AnyOrder or a Rounds.
    void verify_instances(const Code& node, std::span<const CodeId> instances);
    // The trigger and arguments of a Pend or Call.
    void verify_instance(const Code& node);
    void exists(std::uint32_t index, std::size_t count, const std::string& what);

    const Model& model_;
    TermVerifier& terms_;
    const CodePlace& place_;
    std::vector<std::string>& problems_;
};

CodeShape shape_of(const Code& node) {
    const std::size_t terms = node.terms.size();
    const std::size_t children = node.children.size();
    switch (node.kind) {
        case CodeKind::Sequence:
            return {0, 0, children};
        case CodeKind::If:
            return {1, 1, 2};
        case CodeKind::IfAtRest:
            return {0, 2, 2};
        case CodeKind::Let:
        case CodeKind::ForEach:
            return {std::max<std::size_t>(terms, 1), 1, 1};
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
            return {0, 1, 1};
        case CodeKind::Solve:
            return {0, 1, 3};
        case CodeKind::Fork:
        case CodeKind::AnyOrder:
            return {0, 1, children};
        case CodeKind::Rounds:
            return {terms, 2, children};
        case CodeKind::Again:
            return {terms, 0, 0, true};
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return {terms, 0, 0};
        case CodeKind::SetRegister:
        case CodeKind::Forget:
            return {1, 0, 0};
        case CodeKind::Pend:
        case CodeKind::Report:
            return {terms, 0, 0};
        case CodeKind::Call:
            return {terms, 0, 0, true};
        case CodeKind::Goto:
        case CodeKind::Stop:
        case CodeKind::Return:
        case CodeKind::Finish:
        case CodeKind::Cut:
            return {0, 0, 0, true};
    }
    return {};
}

TermPlace CodePlace::of_terms(bool boolean) const {
    TermPlace result;
    result.what = what;
    result.binders = binders;
    result.any_register = !in_check;
    result.boolean = boolean;
    return result;
}

void NodeVerifier::verify(const Code& node, const CodeShape& shape) {
    if (node.clause.is_valid()) exists(node.clause.index, model_.clauses.size(), "clause");
    verify_shape(node, shape);
    verify_own(node);
}

void NodeVerifier::verify_shape(const Code& node, const CodeShape& shape) {
    if (node.terms.size() != shape.terms)
        problem(fmt::format("a node has {} terms instead of {}", node.terms.size(), shape.terms));
    if (node.children.size() < shape.least || node.children.size() > shape.most)
        problem("a node has the wrong number of children");
}

void NodeVerifier::exists(std::uint32_t index, std::size_t count, const std::string& what) {
    if (index >= count) problem("a node names no " + what);
}

// All but its shape and its children.
void NodeVerifier::verify_own(const Code& node) {
    switch (node.kind) {
        case CodeKind::IfAtRest:
            return verify_not_at_once("an IfAtRest");
        case CodeKind::Solve:
            return exists(node.equations.index, model_.functions.equations.size(), "system of equations");
        case CodeKind::Report:
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return exists(node.incident.index, model_.incidents.all.size(), "incident");
        case CodeKind::Fork:
            return exists(node.incident.index, model_.incidents.all.size(), "incident");
        case CodeKind::AnyOrder:
            exists(node.incident.index, model_.incidents.all.size(), "incident");
            verify_not_at_once("an AnyOrder");
            return verify_instances(node, node.children);
        case CodeKind::Rounds:
            exists(node.incident.index, model_.incidents.all.size(), "incident");
            if (!node.children.empty())
                verify_instances(node, std::span(node.children).first(node.children.size() - 1));
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return;
        case CodeKind::Again:
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return;
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return verify_write(node);
        case CodeKind::SetRegister:
            return verify_register(node);
        case CodeKind::Pend:
            if (model_.layout.pending == 0) problem("there is no bag to put an instance into");
            return verify_instance(node);
        case CodeKind::Forget:
            return verify_forgotten(node);
        case CodeKind::Goto:
            return exists(node.label.index, model_.flow.labels.size(), "label");
        case CodeKind::Stop:
            return exists(node.point.index, model_.flow.points.size(), "point");
        case CodeKind::Call:
            exists(node.point.index, model_.flow.points.size(), "point");
            return verify_instance(node);
        case CodeKind::Finish:
            return exists(node.ending.index, model_.rules.endings.size(), "ending");
        case CodeKind::Sequence:
        case CodeKind::If:
        case CodeKind::Let:
        case CodeKind::ForEach:
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
        case CodeKind::Return:
        case CodeKind::Cut:
            return;
    }
}

void NodeVerifier::verify_not_at_once(const std::string& what) {
    if (place_.in_check || place_.simultaneous > 0)
        problem(what + " stands where everything happens at once");
}

void NodeVerifier::verify_instances(const Code& node, std::span<const CodeId> instances) {
    const std::string what = node.kind == CodeKind::AnyOrder ? "an AnyOrder" : "a Rounds";
    for (const CodeId child : instances) {
        if (child.index >= model_.flow.code.size()) continue;  // reported with the child
        const Code& part = model_.flow.code[child];
        const bool fits =
            part.kind == CodeKind::ForEach || (part.kind == CodeKind::If && part.children.size() == 1);
        if (!fits) problem(what + " has a child that is no instance");
    }
}

void NodeVerifier::verify_end(const Code& node, bool tail) {
    if (node.kind == CodeKind::Again) {
        const bool is_open = std::ranges::any_of(place_.rounds, [&](const OpenRounds& rounds) {
            return rounds.level == node.level && rounds.values == node.terms.size();
        });
        if (!is_open) problem("an Again where no Rounds can go on");
        return;
    }
    if (!tail) problem("the code ends where more follows (or inside ForEach, Simultaneously or Solve)");
    if (place_.in_check && node.kind != CodeKind::Finish && node.kind != CodeKind::Cut)
        problem("a state check stops or goes elsewhere");
}

void NodeVerifier::verify_register(const Code& node) {
    exists(node.level, model_.layout.registers, "register");
    if (place_.in_check) problem("a state check has no frame whose register it could set");
    if (!node.terms.empty()) terms_.verify(node.terms[0], place_.of_terms(false));
}

void NodeVerifier::verify_forgotten(const Code& node) {
    verify_domain(node, "a Forget");
    if (node.domain.index < model_.types.size() && model_.type(node.domain).optional)
        problem("a Forget has a domain with none");
    if (!node.terms.empty()) terms_.verify(node.terms[0], place_.of_terms(false));
}

void NodeVerifier::verify_instance(const Code& node) {
    exists(node.trigger.index, model_.rules.triggers.size(), "trigger");
    if (node.trigger.index >= model_.rules.triggers.size()) return;
    verify_shape(node, {model_.rules.triggers[node.trigger.index].params.size(), 0, 0});
    for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
}

void NodeVerifier::verify_domain(const Code& node, const std::string& what) {
    exists(node.domain.index, model_.types.size(), "domain");
    if (node.domain.index < model_.types.size() && !model_.type(node.domain).is_finite())
        problem(what + " ranges over an infinite domain");
}

void NodeVerifier::verify_write(const Code& node) {
    exists(node.var.index, model_.variables.size(), "variable");
    if (node.var.index >= model_.variables.size()) return;
    if (node.terms.size() != model_.variable(node.var).params.size() + 1) {
        problem("a write to " + model_.variable(node.var).name + " has the wrong number of arguments");
    }
    const bool moves_members = node.kind == CodeKind::Gain || node.kind == CodeKind::Lose;
    const Type& type = model_.type(model_.variable(node.var).type);
    const bool has_some = type.form == TypeForm::Set || (node.kind == CodeKind::Lose && type.optional);
    const bool may_end_lives =
        node.kind == CodeKind::Set || (node.kind == CodeKind::Lose && !node.is_for_good);
    if ((node.is_reset && !may_end_lives) || (node.is_for_good && !node.is_reset))
        problem("a write to " + model_.variable(node.var).name + " is no end of a life");
    if (moves_members && !has_some)
        problem(model_.variable(node.var).name + " has no members to gain or lose");
    for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
}

// A tree of code from its root: every node fits its place, and every way through it ends where it must.
class CodeVerifier {
public:
    CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems);

    void verify_label(LabelId label);
    // A state check's body: may end the game, otherwise falls through; sees no registers.
    void verify_check(CodeId body, const std::string& what);

private:
    // `tail`: nothing follows. Returns whether every way through the code ends it.
    bool verify_node(CodeId id, bool tail);
    bool verify_children(const Code& node, bool tail);
    void bind(std::uint32_t level, TypeId type);
    void verify_rounds(const Code& node);
    void verify_instance_of_rounds(CodeId id);

    const Model& model_;
    TermVerifier& terms_;
    std::vector<std::string>& problems_;
    CodePlace place_;
    NodeVerifier nodes_;
};

CodeVerifier::CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems)
    : model_(model), terms_(terms), problems_(problems), nodes_(model, terms, place_, problems) {}

void CodeVerifier::verify_label(LabelId label) {
    place_.what = "label " + model_.flow.labels[label.index].name;
    place_.in_check = false;
    if (!verify_node(model_.flow.labels[label.index].code, true)) nodes_.problem("falls through its end");
}

void CodeVerifier::verify_check(CodeId body, const std::string& what) {
    place_.what = what;
    place_.in_check = true;
    verify_node(body, true);
}

bool CodeVerifier::verify_node(CodeId id, bool tail) {
    if (id.index >= model_.flow.code.size()) {
        nodes_.problem("a node is not in the pool");
        return true;
    }
    const Code& node = model_.flow.code[id];
    const std::size_t before = problems_.size();
    const CodeShape shape = shape_of(node);
    nodes_.verify(node, shape);
    if (shape.ends) {
        nodes_.verify_end(node, tail);
        return true;
    }
    const bool is_leaf = shape.least == 0 && node.children.empty();
    return !is_leaf && (problems_.size() > before || verify_children(node, tail));
}

void CodeVerifier::bind(std::uint32_t level, TypeId type) {
    if (level < place_.binders.size())
        nodes_.problem(fmt::format("level {} is taken by a binder around", level));
    place_.binders.resize(std::max<std::size_t>(place_.binders.size(), level));
    place_.binders.push_back(type);
}

// Its instances may go on with it, and with what is around where the node itself stands last.
void CodeVerifier::verify_rounds(const Code& node) {
    const CodePlace outside = place_;
    for (std::size_t i = 0; i < node.terms.size(); ++i) bind(node.level + static_cast<std::uint32_t>(i), {});
    const CodePlace inside = place_;
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
        place_.rounds.push_back({node.level, node.terms.size()});
        verify_instance_of_rounds(node.children[i]);
        place_ = inside;
    }
    place_.rounds.clear();
    verify_node(node.children.back(), false);
    place_ = outside;
}

void CodeVerifier::verify_instance_of_rounds(CodeId id) {
    if (id.index >= model_.flow.code.size()) return nodes_.problem("a node is not in the pool");
    const Code& part = model_.flow.code[id];
    nodes_.verify(part, shape_of(part));
    if (part.terms.empty() || part.children.empty()) return;
    if (part.kind == CodeKind::ForEach) {
        nodes_.verify_domain(part, "a ForEach");
        if (part.domain.index >= model_.types.size()) return;
        bind(part.level, part.domain);
    }
    terms_.verify(part.terms[0], place_.of_terms(true));
    verify_node(part.children[0], false);
}

bool CodeVerifier::verify_children(const Code& node, bool tail) {
    const std::vector<OpenRounds> rounds = place_.rounds;
    if (node.kind == CodeKind::Sequence) {
        bool ends = false;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const bool is_last = i + 1 == node.children.size();
            place_.rounds = is_last ? rounds : std::vector<OpenRounds>{};
            ends = verify_node(node.children[i], tail && is_last);
        }
        return ends;
    }
    if (node.kind == CodeKind::Rounds) {
        verify_rounds(node);
        return false;
    }
    const bool binds = node.kind == CodeKind::Let || node.kind == CodeKind::ForEach;
    const std::vector<TypeId> outside = place_.binders;
    if (binds) {
        if (node.kind == CodeKind::ForEach) {
            nodes_.verify_domain(node, "a ForEach");
            if (node.domain.index >= model_.types.size()) return true;
        }
        // The term of a Let is outside the scope, that of a ForEach inside.
        if (node.kind == CodeKind::Let) terms_.verify(node.terms[0], place_.of_terms(false));
        bind(node.level, node.domain);
        for (std::size_t i = 0; node.kind == CodeKind::ForEach && i < node.terms.size(); ++i)
            terms_.verify(node.terms[i], place_.of_terms(true));
    } else if (node.kind == CodeKind::If) {
        terms_.verify(node.terms[0], place_.of_terms(true));
    }
    const bool straight = node.kind == CodeKind::ForEach || node.kind == CodeKind::Simultaneously ||
                          node.kind == CodeKind::Defer || node.kind == CodeKind::Solve ||
                          node.kind == CodeKind::AnyOrder;
    const bool may_end = tail && !straight;
    bool ends = node.kind != CodeKind::If || node.children.size() == 2;
    if (straight) place_.rounds.clear();
    place_.simultaneous += node.kind == CodeKind::Simultaneously ? 1 : 0;
    for (const CodeId child : node.children) ends = verify_node(child, may_end) && ends;
    place_.simultaneous -= node.kind == CodeKind::Simultaneously ? 1 : 0;
    place_.binders = outside;
    place_.rounds = rounds;
    return ends;
}

}  // namespace

void verify_label(const Model& model, TermVerifier& terms, LabelId label,
                  std::vector<std::string>& problems) {
    CodeVerifier(model, terms, problems).verify_label(label);
}

void verify_check(const Model& model, TermVerifier& terms, CodeId body, const std::string& what,
                  std::vector<std::string>& problems) {
    CodeVerifier(model, terms, problems).verify_check(body, what);
}

// Depth first over the labels; a label met again before it is left closes a cycle.
void verify_gotos(const Model& model, std::vector<std::string>& problems) {
    enum class Mark : char { New, Open, Done };
    std::vector<Mark> marks(model.flow.labels.size(), Mark::New);
    const auto visit = [&](std::size_t label, const auto& self) -> void {
        if (marks[label] == Mark::Open) {
            problems.push_back("label " + model.flow.labels[label].name +
                               ": a chain of gotos comes back without a stop");
        }
        if (marks[label] != Mark::New) return;
        marks[label] = Mark::Open;
        const CodeId root = model.flow.labels[label].code;
        walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Goto) self(node.label.index, self);
        });
        marks[label] = Mark::Done;
    };
    for (std::size_t label = 0; label < model.flow.labels.size(); ++label) visit(label, visit);
}

namespace {

// What code that starts at the turn (control) or at an agenda item does.
void verify_reached(const Model& model, LabelId label, bool control, std::vector<std::string>& problems) {
    const auto problem = [&](const std::string& text) {
        problems.push_back("label " + model.flow.labels[label.index].name + ": " + text);
    };
    const CodeId root = model.flow.labels[label.index].code;
    walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Return && control)
            problem("the turn returns, and nothing would be left to go on");
        const bool waits = node.kind == CodeKind::Stop || node.kind == CodeKind::Call;
        if (waits && model.flow.points[node.point.index].control != control) {
            problem(fmt::format("{} stops at {} of {}", control ? "the turn" : "an agenda item",
                                model.flow.points[node.point.index].name,
                                control ? "an agenda item" : "the turn"));
        }
    });
}

}  // namespace

void verify_frames(const Model& model, std::vector<std::string>& problems) {
    for (const bool control : {true, false}) {
        std::vector<bool> reached(model.flow.labels.size());
        std::vector<LabelId> open;
        const auto reach = [&](LabelId label) {
            if (!reached[label.index]) open.push_back(label);
            reached[label.index] = true;
        };
        for (const Point& point : model.flow.points) {
            if (point.control != control) continue;
            for (const PointOption& option : point.options) reach(option.target);
            if (point.otherwise) reach(*point.otherwise);
        }
        while (!open.empty()) {
            const LabelId label = open.back();
            open.pop_back();
            verify_reached(model, label, control, problems);
            const CodeId root = model.flow.labels[label.index].code;
            walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::Goto) reach(node.label);
            });
        }
    }
}

}  // namespace errata::compiler
