#include "compiler/ir/effects/effects.h"

#include <algorithm>
#include <deque>
#include <set>
#include <span>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

template <class T>
void insert(std::vector<T>& to, T one) {
    const auto place = std::ranges::lower_bound(to, one);
    if (place == to.end() || *place != one) to.insert(place, one);
}

void add_node(const Model& model, const Code& node, TransitionEffects& to) {
    if (is_write(node.kind)) insert(to.writes, node.var);
    if (node.kind == CodeKind::Pend || node.kind == CodeKind::Call)
        insert(to.leads_to, model.rules.triggers[node.trigger.index].entry);
    if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call) insert(to.leads_to, node.point);
    if (node.kind == CodeKind::Finish) insert(to.ends, node.ending);
}

}  // namespace

// Goes through all code once for each clause in whose name it is run.
class EffectsWalk {
public:
    EffectsWalk(const Model& model, Effects& effects) : model_(model), effects_(effects) {}

    void run() {
        for (std::size_t i = 0; i < model_.flow.points.size(); ++i) enter_point(PointId(i));
        for (std::size_t i = 0; i < model_.rules.triggers.size(); ++i) {
            const ClauseId clause = model_.rules.triggers[i].clause;
            if (!clause.is_valid()) continue;
            insert(of(clause).catches, TriggerId(i));
            of(clause).is_ability = true;
        }
        for (const StateCheck& check : model_.rules.state_checks) {
            if (check.clause.is_valid()) of(check.clause).is_state_check = of(check.clause).is_ability = true;
            add_said(check.clause, check.condition);
            visit(check.body, check.clause);
        }
        for (const Claim& claim : model_.asked.claims) {
            add_said(claim.clause, claim.premise);
            add_said(claim.clause, claim.condition);
        }
        run_labels();
        for (std::size_t i = 0; i < model_.flow.labels.size(); ++i) {
            const auto entered = labels_.lower_bound({LabelId(i), ClauseId(0)});
            const bool is_entered = entered != labels_.end() && entered->first == LabelId(i);
            if (!is_entered) enter(LabelId(i), {});
        }
        run_labels();
        add_statements();
    }

private:
    ClauseEffects& of(ClauseId clause) { return effects_.clauses_[clause.index]; }

    void enter_point(PointId id) {
        const Point& point = model_.flow.points[id.index];
        for (const PointOption& option : point.options) {
            if (option.clause.is_valid()) {
                insert(of(option.clause).offers, id);
                of(option.clause).is_ability = true;
            }
            enter(option.target, option.clause);
        }
        if (point.otherwise) enter(*point.otherwise, point.clause);
    }

    void enter(LabelId label, ClauseId clause) {
        if (label.is_valid() && labels_.emplace(label, clause).second) open_.emplace_back(label, clause);
    }

    void run_labels() {
        for (; !open_.empty(); open_.pop_front()) {
            const auto [label, clause] = open_.front();
            if (model_.flow.labels[label.index].code.is_valid())
                visit(model_.flow.labels[label.index].code, clause);
        }
    }

    // In whose name code is run: by the nodes around it, and by those around the nodes that name this one.
    struct Names {
        ClauseId clause;
        ClauseId around;
        auto operator<=>(const Names&) const = default;
    };

    void visit(CodeId id, ClauseId entered_by) { visit(id, {entered_by, entered_by}); }

    void visit(CodeId id, Names names) {
        const Code& node = model_.flow.code[id];
        if (node.clause.is_valid() && node.clause != names.clause) names = {node.clause, names.clause};
        if (!seen_.emplace(id, names).second) return;
        if (node.clause.is_valid()) insert(of(node.clause).code, id);
        note(node, names, {id, names.clause});
        for (const CodeId child : node.children) visit(child, names);
    }

    void note(const Code& node, const Names& names, const Act& act) {
        ClauseEffects nobody;
        ClauseEffects& its = act.clause.is_valid() ? of(act.clause) : nobody;
        const bool sets_off = node.kind == CodeKind::Pend || node.kind == CodeKind::Call;
        its.is_ability |= is_write(node.kind) || sets_off || node.kind == CodeKind::Finish;
        if (is_write(node.kind)) {
            effects_.writes_[node.var.index].push_back(act);
            insert(its.writes, node.var);
        }
        if (sets_off) {
            // A trigger catches an event in its own name. The code around it brings the event about.
            const bool asks = model_.rules.triggers[node.trigger.index].clause == names.clause;
            const ClauseId by = asks ? names.around : names.clause;
            if (by.is_valid()) insert(of(by).sets_off, node.trigger);
        }
        if (node.kind == CodeKind::Finish) {
            effects_.ends_[node.ending.index].push_back(act);
            insert(its.ends, node.ending);
        }
        if (node.kind == CodeKind::Goto) enter(node.label, act.clause);
    }

    void add_said(ClauseId clause, TermId term) {
        if (clause.is_valid() && term.is_valid()) insert(of(clause).says, term);
    }

    void add_statements() {
        for (std::size_t i = 0; i < model_.terms.size(); ++i) {
            const Term& term = model_.terms[TermId(i)];
            if (term.kind != TermKind::And) continue;
            for (const TermId child : term.children) {
                const Term& part = model_.terms[child];
                if (part.kind == TermKind::Enabled)
                    add_said(ClauseId(static_cast<std::size_t>(part.payload)), TermId(i));
            }
        }
    }

    const Model& model_;
    Effects& effects_;
    std::set<std::pair<LabelId, ClauseId>> labels_;
    std::deque<std::pair<LabelId, ClauseId>> open_;
    std::set<std::pair<CodeId, Names>> seen_;
};

Effects::Effects(const Model& model)
    : model_(model),
      clauses_(model.clauses.size()),
      writes_(model.variables.size()),
      ends_(model.rules.endings.size()) {
    EffectsWalk(model, *this).run();
}

TransitionEffects Effects::from(LabelId label) const {
    const CodeId code = model_.flow.labels[label.index].code;
    return code.is_valid() ? from(code) : TransitionEffects();
}

TransitionEffects Effects::from(CodeId code) const {
    TransitionEffects result;
    std::set<LabelId> entered;
    std::vector<CodeId> open{code};
    while (!open.empty()) {
        const std::vector<CodeId> roots = std::exchange(open, {});
        walk_code(model_.flow.code, roots, [&](CodeId, const Code& node) {
            add_node(model_, node, result);
            if (node.kind != CodeKind::Goto || !node.label.is_valid() || !entered.insert(node.label).second)
                return;
            const CodeId next = model_.flow.labels[node.label.index].code;
            if (next.is_valid()) open.push_back(next);
        });
    }
    return result;
}

std::vector<bool> Effects::read_by(ClauseId clause) const {
    std::vector<TermId> terms = of(clause).says;
    for (const CodeId id : of(clause).code) {
        const Code& node = model_.flow.code[id];
        terms.insert(terms.end(), node.terms.begin(), node.terms.end());
    }
    return variables_read(model_, std::move(terms));
}

bool Effects::asks(ClauseId clause, OpenId function) const {
    bool result = false;
    walk_terms(model_.terms, clauses_[clause.index].says, [&](TermId, const Term& term) {
        result = result ||
                 (term.kind == TermKind::Open && static_cast<std::size_t>(term.payload) == function.index);
    });
    return result;
}

// Two numbers may be the same but where both are known.
static bool may_be_equal(const Model& model, TermId a, TermId b) {
    const bool are_known = model.terms.is_constant(a) && model.terms.is_constant(b);
    return !are_known || model.terms[a].payload == model.terms[b].payload;
}

std::vector<ClauseId> Effects::writers_of(TermId condition) const {
    const std::vector<std::vector<TermId>> read = cells_read(model_, {condition});
    std::vector<ClauseId> result;
    for (std::size_t variable = 0; variable < read.size(); ++variable) {
        for (const Act& act : writes_[variable]) {
            const Code& node = model_.flow.code[act.node];
            const auto may_be_written = [&](TermId cell) {
                const std::vector<TermId>& arguments = model_.terms[cell].children;
                for (std::size_t i = 0; is_write(node.kind) && i < arguments.size(); ++i) {
                    if (!may_be_equal(model_, arguments[i], node.terms[i])) return false;
                }
                return true;
            };
            if (act.clause.is_valid() && !begins_life(node) &&
                std::ranges::any_of(read[variable], may_be_written))
                insert(result, act.clause);
        }
    }
    return result;
}

bool Effects::is_fixed(TermId term) const {
    const std::vector<bool> read = variables_read(model_, {term});
    for (std::size_t variable = 0; variable < read.size(); ++variable) {
        if (read[variable] && !writes_[variable].empty()) return false;
    }
    return true;
}

bool Effects::raises(VarId variable) const {
    return std::ranges::any_of(writes(variable), [&](const Act& act) {
        const Code& node = model_.flow.code[act.node];
        return node.kind != CodeKind::Set || !model_.terms.is_false(node.terms.back());
    });
}

bool Effects::may_become(VarId variable, const std::vector<Value>& arguments, Value value) const {
    const auto may_be = [&](TermId written, Value wanted) {
        const Term& term = model_.terms[written];
        return term.kind != TermKind::Const || term.payload == wanted;
    };
    return std::ranges::any_of(writes(variable), [&](const Act& act) {
        const Code& node = model_.flow.code[act.node];
        if (node.kind == CodeKind::Set && !may_be(node.terms.back(), value)) return false;
        for (std::size_t i = 0; i + 1 < node.terms.size() && i < arguments.size(); ++i) {
            if (!may_be(node.terms[i], arguments[i])) return false;
        }
        return true;
    });
}

namespace {

template <class Id, class Name>
void add_line(std::string& out, const char* word, const std::vector<Id>& ids, Name&& name) {
    if (ids.empty()) return;
    std::vector<std::string> names;
    for (const Id id : ids) {
        if (std::string one = name(id); std::ranges::find(names, one) == names.end())
            names.push_back(std::move(one));
    }
    out += std::string("  ") + word + " " + dsl::join(names, ", ") + "\n";
}

}  // namespace

std::string print(const Model& model, const Effects& effects) {
    const auto variable = [&](VarId id) { return model.variable(id).name; };
    const auto trigger = [&](TriggerId id) { return model.rules.triggers[id.index].name; };
    const auto ending = [&](EndingId id) { return model.rules.endings[id.index].name; };
    const auto point = [&](PointId id) { return model.flow.points[id.index].name; };
    const auto function = [&](OpenId id) { return model.functions.open[id.index].name; };
    std::string out;
    for (std::size_t i = 0; i < model.clauses.size(); ++i) {
        const ClauseId id(i);
        const ClauseEffects& its = effects.of(id);
        const std::vector<bool> read = effects.read_by(id);
        std::vector<VarId> reads;
        for (std::size_t v = 0; v < read.size(); ++v) {
            if (read[v]) reads.emplace_back(v);
        }
        std::vector<OpenId> asks;
        for (std::size_t open = 0; open < model.functions.open.size(); ++open) {
            if (effects.asks(id, OpenId(open))) asks.emplace_back(open);
        }
        if (!its.is_ability && its.says.empty()) continue;
        out += model.clause(id).path + "\n";
        if (its.is_state_check) out += "  is a state check\n";
        add_line(out, "offers an option at", its.offers, point);
        add_line(out, "catches", its.catches, trigger);
        add_line(out, "reads", reads, variable);
        add_line(out, "asks", asks, function);
        add_line(out, "writes", its.writes, variable);
        add_line(out, "sets off", its.sets_off, trigger);
        add_line(out, "ends the game with", its.ends, ending);
    }
    return out;
}

}  // namespace errata::compiler
