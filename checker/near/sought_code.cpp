#include "checker/near/sought_code.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Walk {
public:
    Walk(const Model& model, const std::function<bool(const Code&)>& is_it) : model_(model), is_it_(is_it) {}

    std::vector<SoughtCode> run() {
        for (std::size_t label = 0; label < model_.flow.labels.size(); ++label) {
            visit(model_.flow.labels[label].code, {LabelId(label), {}, {}, model_.flow.labels[label].code});
        }
        for (const StateCheck& check : model_.rules.state_checks) {
            SoughtCode holds;
            holds.body = check.body;
            add(check.condition, holds);
            holds.of_check = holds.conditions.conjuncts.size();
            visit(check.body, holds);
        }
        return std::move(found_);
    }

private:
    void visit(CodeId id, const SoughtCode& around) {
        const Code& node = model_.flow.code[id];
        if (is_it_(node)) found_.push_back(around);
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            SoughtCode inside = around;
            if (node.kind == CodeKind::Let) lets_[node.level] = node.terms[0];
            if (node.kind == CodeKind::If && i == 0) add(node.terms[0], inside);
            if (node.kind == CodeKind::ForEach || (node.kind == CodeKind::AnyOrder && !node.terms.empty())) {
                inside.conditions.picked.emplace_back(node.level, node.domain);
                lets_.erase(node.level);
                add(node.terms[0], inside);
            }
            visit(node.children[i], inside);
        }
    }

    // What registers say is known only on the way.
    void add(TermId condition, SoughtCode& to) const {
        const Term& term = model_.terms[condition];
        const auto let = lets_.find(static_cast<std::uint32_t>(term.payload));
        if (term.kind == TermKind::Bound && let != lets_.end()) return add(let->second, to);
        Conditions parts = to.conditions;
        parts.conjuncts.clear();
        take_apart(model_.terms, condition, parts);
        for (const TermId conjunct : parts.conjuncts) {
            if (!reads_only(conjunct, parts)) {
                to.is_partial = true;
                continue;
            }
            (reads_registers(conjunct) ? to.of_registers : to.conditions.conjuncts).push_back(conjunct);
        }
        to.conditions.picked = parts.picked;
    }

    bool reads_registers(TermId conjunct) const {
        bool result = false;
        walk_terms(model_.terms, std::span(&conjunct, 1),
                   [&](TermId, const Term& term) { result = result || term.kind == TermKind::Register; });
        return result;
    }

    // Of binders only what is picked.
    bool reads_only(TermId conjunct, const Conditions& parts) const {
        std::set<Value> bound;
        std::set<Value> read;
        for (const auto& [level, type] : parts.picked) bound.insert(Value{level});
        walk_terms(model_.terms, std::span(&conjunct, 1), [&](TermId, const Term& term) {
            if (term.domain.is_valid()) bound.insert({term.payload, term.payload + 1});
            if (term.kind == TermKind::Bound) read.insert(term.payload);
        });
        return std::ranges::includes(bound, read);
    }

    const Model& model_;
    const std::function<bool(const Code&)>& is_it_;
    std::map<std::uint32_t, TermId> lets_;  // by binder level
    std::vector<SoughtCode> found_;
};

}  // namespace

std::vector<SoughtCode> places_of_code(const Model& model, const std::function<bool(const Code&)>& is_it) {
    return Walk(model, is_it).run();
}

std::vector<std::string> changed_meanwhile(const Model& model, const std::vector<SoughtCode>& places,
                                           const std::function<bool(const Code&)>& is_it) {
    std::set<VarId> changed;
    for (const SoughtCode& place : places) {
        const auto own = static_cast<std::ptrdiff_t>(place.of_check);
        std::vector<TermId> asked(place.conditions.conjuncts.begin() + own, place.conditions.conjuncts.end());
        asked.insert(asked.end(), place.of_registers.begin(), place.of_registers.end());
        const std::vector<bool> read = variables_read(model, asked);
        bool is_behind = false;
        walk_code(model.flow.code, std::span(&place.body, 1), [&](CodeId, const Code& node) {
            is_behind = is_behind || is_it(node);
            const bool writes = is_write(node.kind) && !begins_life(node) && !is_behind;
            if (writes && read[node.var.index]) changed.insert(node.var);
        });
    }
    const auto name = [&](VarId id) { return model.variable(id).name; };
    return dsl::mapped(changed, name);
}

const StateCheck* check_that_ends(const Evaluator& evaluator, EndingId ending) {
    const Effects& effects = evaluator.facts().get<Effects>();
    const auto ends = [&](const StateCheck& check) {
        return std::ranges::binary_search(effects.from(check.body).ends, ending);
    };
    const std::vector<StateCheck>& checks = evaluator.model().rules.state_checks;
    const auto found = std::ranges::find_if(checks, ends);
    return found == checks.end() ? nullptr : &*found;
}

}  // namespace errata::checker
