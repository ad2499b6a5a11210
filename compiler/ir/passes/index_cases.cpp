#include "compiler/ir/passes/index_cases.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/term_kinds.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// Of a long list.
constexpr std::size_t fewest_cases = 8;

struct Case {
    VarId var;
    Value value = 0;
};

// What ranges over a whole type around a condition: a binder by level, or the registers of an option.
struct Ranging {
    std::optional<Value> level;
    TypeId domain;
    const std::vector<BinderRegister>* registers = nullptr;
};

class Cases {
public:
    explicit Cases(const Model& model) : model_(model) {}

    // Of a term whose value is 0 while the case is not there.
    std::optional<Case> of_term(TermId id) const {
        const Term& term = model_.terms[id];
        const bool ranges =
            term.kind == TermKind::Exists || term.kind == TermKind::Count || term.kind == TermKind::Sum;
        if (ranges) return of_condition(term.children[0], {term.payload, term.domain, nullptr});
        return of_condition(id, {});
    }

    std::optional<Case> of_code(CodeId id) const {
        const Code& node = model_.flow.code[id];
        if (node.kind == CodeKind::ForEach)
            return of_condition(node.terms[0], {Value{node.level}, node.domain, nullptr});
        if (node.kind == CodeKind::If && node.children.size() == 1) return of_term(node.terms[0]);
        return std::nullopt;
    }

    std::optional<Case> of_option(const PointOption& option) const {
        return of_condition(option.guard, {std::nullopt, {}, &option.binders});
    }

private:
    std::optional<Case> of_condition(TermId id, const Ranging& ranging) const {
        const Term& term = model_.terms[id];
        if (term.kind != TermKind::And) return of_part(id, ranging);
        for (const TermId part : term.children) {
            if (const std::optional<Case> found = of_part(part, ranging)) return found;
            if (!leaves_no_trace(part)) break;
        }
        return std::nullopt;
    }

    std::optional<Case> of_part(TermId id, const Ranging& ranging) const {
        const Term& term = model_.terms[id];
        if (term.kind != TermKind::Equal) return std::nullopt;
        const Term& cell = model_.terms[term.children[0]];
        const Term& value = model_.terms[term.children[1]];
        if (cell.kind != TermKind::Cell || value.kind != TermKind::Const) return std::nullopt;
        const VarId var(static_cast<std::size_t>(cell.payload));
        const Variable& variable = model_.variable(var);
        if (variable.reading.is_valid()) return std::nullopt;
        for (std::size_t i = 0; i < cell.children.size(); ++i) {
            if (!lies_inside(model_.terms[cell.children[i]], ranging, model_.type(variable.params[i])))
                return std::nullopt;
        }
        return Case{var, value.payload};
    }

    bool lies_inside(const Term& argument, const Ranging& ranging, const Type& type) const {
        if (argument.kind == TermKind::Const) return type.contains(argument.payload);
        const auto all_of = [&](const Type& domain) {
            return domain.is_finite() && type.is_finite() && type.lo <= domain.first() &&
                   domain.hi <= type.hi;
        };
        if (argument.kind == TermKind::Bound && ranging.level == argument.payload)
            return all_of(model_.type(ranging.domain));
        if (argument.kind != TermKind::Register || ranging.registers == nullptr) return false;
        return std::ranges::any_of(*ranging.registers, [&](const BinderRegister& binder) {
            return Value{binder.reg} == argument.payload && all_of(model_.type(binder.type));
        });
    }

    // Whether a clause takes part, and which alternative of a reading is in force.
    bool leaves_no_trace(TermId id) const {
        const Term* term = &model_.terms[id];
        if (term->kind == TermKind::Enabled) return true;
        while (term->kind == TermKind::Not || term->kind == TermKind::Equal) {
            if (term->kind == TermKind::Equal && !model_.terms.is_constant(term->children[1])) return false;
            term = &model_.terms[term->children[0]];
        }
        return term->kind == TermKind::Cell && term->children.empty() &&
               model_.variables[static_cast<std::size_t>(term->payload)].reading.is_valid();
    }

    const Model& model_;
};

// By node: does it write the variable, it or what it is made of?
class Writes {
public:
    explicit Writes(const Model& model) : code_(model.flow.code) {}

    bool operator()(CodeId id, VarId var) {
        std::vector<signed char>& known = known_[var];
        known.resize(code_.size(), -1);
        return look(id, var, known);
    }

private:
    bool look(CodeId id, VarId var, std::vector<signed char>& known) {
        if (known[id.index] >= 0) return known[id.index] == 1;
        const Code& node = code_[id];
        const bool result =
            (is_write(node.kind) && node.var == var) ||
            std::ranges::any_of(node.children, [&](CodeId child) { return look(child, var, known); });
        known[id.index] = result ? 1 : 0;
        return result;
    }

    const CodePool& code_;
    std::map<VarId, std::vector<signed char>> known_;
};

class Indexing {
public:
    Indexing(const Model& model, ListsIndexed which)
        : model_(model), which_(which), cases_(model), writes_(model) {}

    CaseIndex run() {
        for (std::size_t i = 0; i < model_.flow.code.size(); ++i) index_code(CodeId(i));
        for (std::size_t i = 0; i < model_.flow.points.size(); ++i) index_point(PointId(i));
        index_terms();
        index_checks();
        return std::move(index_);
    }

private:
    static void set(std::vector<std::uint32_t>& numbers, std::size_t id, std::size_t number) {
        if (numbers.size() <= id) numbers.resize(id + 1, CaseIndex::none);
        numbers[id] = static_cast<std::uint32_t>(number);
    }

    bool may_be_indexed(std::size_t entries) const {
        return which_ == ListsIndexed::All || entries >= fewest_cases;
    }

    // The variable that most entries are about, and the list by its values.
    std::optional<CaseList> list_of(const std::vector<std::optional<Case>>& cases) const {
        std::map<VarId, std::size_t> counts;
        for (const std::optional<Case>& entry : cases) {
            if (entry) ++counts[entry->var];
        }
        const auto most =
            std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
        if (most == counts.end()) return std::nullopt;
        const Variable& variable = model_.variable(most->first);
        if (which_ == ListsIndexed::Long && most->second < std::max(fewest_cases, variable.cells))
            return std::nullopt;
        CaseList result;
        result.base = variable.base;
        result.cells = variable.cells;
        for (std::uint32_t i = 0; i < cases.size(); ++i) {
            if (cases[i] && cases[i]->var == most->first) {
                result.by_value.emplace_back(cases[i]->value, i);
            } else {
                result.always.push_back(i);
            }
        }
        std::ranges::sort(result.by_value);
        return result;
    }

    std::optional<std::size_t> add(const std::vector<std::optional<Case>>& cases) {
        std::optional<CaseList> list = list_of(cases);
        if (!list) return std::nullopt;
        index_.lists.push_back(std::move(*list));
        return index_.lists.size();
    }

    void index_code(CodeId id) {
        const Code& node = model_.flow.code[id];
        if (node.kind != CodeKind::Sequence || !may_be_indexed(node.children.size())) return;
        const auto cases = dsl::mapped(node.children, [&](CodeId child) { return cases_.of_code(child); });
        const std::optional<CaseList> list = list_of(cases);
        if (!list) return;
        const auto var = std::ranges::find_if(model_.variables, [&](const Variable& variable) {
            return variable.base == list->base && variable.cells == list->cells;
        });
        const VarId written(static_cast<std::size_t>(var - model_.variables.begin()));
        if (std::ranges::any_of(node.children, [&](CodeId child) { return writes_(child, written); })) return;
        index_.lists.push_back(*list);
        set(index_.of_code, id.index, index_.lists.size());
    }

    void index_point(PointId id) {
        const std::vector<PointOption>& options = model_.flow.points[id.index].options;
        const auto of_option = [&](const PointOption& option) { return cases_.of_option(option); };
        const auto cases = dsl::mapped(options, of_option);
        if (const auto number = add(cases)) set(index_.of_point, id.index, *number);
    }

    void index_checks() {
        const auto of_check = [&](const StateCheck& check) { return cases_.of_term(check.condition); };
        const auto cases = dsl::mapped(model_.rules.state_checks, of_check);
        if (const auto number = add(cases)) index_.of_checks = static_cast<std::uint32_t>(*number);
    }

    void index_terms() {
        std::vector<bool> is_part(model_.terms.size());  // of a sum
        for (std::size_t i = 0; i < model_.terms.size(); ++i) {
            const Term& term = model_.terms[TermId(i)];
            if (term.kind != TermKind::Add) continue;
            for (const TermId part : term.children) is_part[part.index] = true;
        }
        for (std::size_t i = 0; i < model_.terms.size(); ++i) {
            const Term& term = model_.terms[TermId(i)];
            if (term.kind == TermKind::Or) index_term(TermId(i), term.children);
            if (term.kind == TermKind::Add && !is_part[i]) index_term(TermId(i), summands(TermId(i)));
        }
    }

    // Left to right; none where a sum stands in it twice: written out it may be of any length.
    std::vector<TermId> summands(TermId sum) const {
        std::vector<TermId> result;
        std::vector<TermId> open{sum};
        std::set<TermId> sums;
        while (!open.empty()) {
            const TermId next = open.back();
            open.pop_back();
            const Term& term = model_.terms[next];
            if (term.kind != TermKind::Add) {
                result.push_back(next);
                continue;
            }
            if (!sums.insert(next).second) return {};
            open.push_back(term.children[1]);
            open.push_back(term.children[0]);
        }
        return result;
    }

    void index_term(TermId id, std::vector<TermId> entries) {
        if (entries.empty() || !may_be_indexed(entries.size())) return;
        const auto cases = dsl::mapped(entries, [&](TermId entry) { return cases_.of_term(entry); });
        std::optional<CaseList> list = list_of(cases);
        if (!list) return;
        index_.terms.push_back({std::move(*list), std::move(entries)});
        set(index_.of_term, id.index, index_.terms.size());
    }

    const Model& model_;
    ListsIndexed which_;
    Cases cases_;
    Writes writes_;
    CaseIndex index_;
};

}  // namespace

CaseIndex index_cases(const Model& model, ListsIndexed which) { return Indexing(model, which).run(); }

}  // namespace errata::compiler
