#include "checker/rounds/bystanders.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Code that does nothing but what its children do.
bool only_holds_others(CodeKind kind) {
    return kind == CodeKind::Sequence || kind == CodeKind::If || kind == CodeKind::Let ||
           kind == CodeKind::Simultaneously || kind == CodeKind::Defer;
}

// Its value follows from those of its children, whatever the state.
bool only_combines(TermKind kind) {
    return is_comparison(kind) || kind == TermKind::Not || kind == TermKind::And || kind == TermKind::Or ||
           kind == TermKind::Implies || kind == TermKind::Ite || kind == TermKind::Table ||
           kind == TermKind::SetHas;
}

bool is_bound(const Model& model, TermId id, std::uint32_t level) {
    const Term& term = model.terms[id];
    return term.kind == TermKind::Bound && term.payload == Value{level};
}

// Does the term read the fields of the binder's object and nothing else?
bool is_about(const Model& model, TermId root, std::uint32_t level) {
    bool own = true;
    const auto look = [&](const auto& self, TermId id) -> void {
        const Term& term = model.terms[id];
        if (term.kind == TermKind::Cell) {
            own = own && term.children.size() == 1 && is_bound(model, term.children[0], level);
        } else if (only_combines(term.kind)) {
            for (const TermId child : term.children) self(self, child);
        } else if (term.kind != TermKind::Const) {
            own = false;
        }
    };
    look(look, root);
    return own;
}

// Does the definition ask, behind however many others, for itself?
bool depends_on_itself(const Model& model, UnknownId family) {
    std::set<TermId> seen;
    std::vector<TermId> open{model.functions.unknowns[family.index].definition};
    while (!open.empty()) {
        const TermId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& term = model.terms[id];
        const auto number = static_cast<std::size_t>(term.payload);
        open.insert(open.end(), term.children.begin(), term.children.end());
        if (term.kind == TermKind::Unknown) {
            if (number == family.index) return true;
            open.push_back(model.functions.unknowns[number].definition);
        }
        if (term.kind == TermKind::Open)
            for_each_definition(model.functions.open[number], [&](TermId behind) { open.push_back(behind); });
    }
    return false;
}

// The first place that nobody has taken: which one it is, nobody can tell.
bool is_free_place(const Model& model, const Twins& twins, const Term& first) {
    const Term& condition = model.terms[first.children[0]];
    if (condition.kind != TermKind::Not) return false;
    const Term& cell = model.terms[condition.children[0]];
    const std::vector<std::size_t> pools = twins.cells().pools_over(first.domain);
    const bool asks_whether_taken =
        cell.kind == TermKind::Cell && std::ranges::any_of(pools, [&](std::size_t pool) {
            return cell.payload == Value{twins.cells().pools()[pool].exists.index};
        });
    return asks_whether_taken && model.terms[cell.children[0]].kind == TermKind::Bound &&
           model.terms[cell.children[0]].payload == first.payload;
}

// The code and all that it holds.
void collect(const Model& model, CodeId id, std::vector<CodeId>& into) {
    into.push_back(id);
    for (const CodeId child : model.flow.code[id].children) collect(model, child, into);
}

class Rank {
public:
    Rank(const Evaluator& evaluator, const Twins& twins, const State& state,
         const std::vector<std::vector<Value>>& growing)
        : model_(evaluator.model()),
          twins_(twins),
          growing_(growing),
          ranks_(model_.terms),
          terms_{model_, evaluator.enabled(), journal_, nullptr} {
        terms_.look_at(state.data(), nullptr);
    }

    Threshold of(const Evaluated& evaluated) {
        for (const TermId root : evaluated.terms) depth_ = std::max(depth_, rank(root));
        // The quantifiers of a predicate's statements stand inside those of whoever asks it.
        for (const std::size_t open : evaluated.open) {
            std::size_t deepest = 0;
            for_each_definition(model_.functions.open[open],
                                [&](TermId behind) { deepest = std::max(deepest, rank(behind)); });
            depth_ += deepest;
        }
        // So do those of a definition; and that of one that depends on itself has no end of them.
        for (const UnknownId family : evaluated.unknowns) {
            const Unknown& unknown = model_.functions.unknowns[family.index];
            std::size_t deepest = rank(unknown.definition);
            if (unknown.backup.is_valid()) deepest = std::max(deepest, rank(unknown.backup));
            const bool grows = deepest > 0 || std::ranges::any_of(unknown.params, [&](TypeId type) {
                                   return is_growing(type);
                               });
            if (grows && depends_on_itself(model_, family))
                refuse("values that depend on one another in a circle");
            depth_ += deepest;
        }
        const bool binds =
            std::ranges::any_of(evaluated.bound, [&](TypeId type) { return is_growing(type); });
        for (const CodeId id : evaluated.code) loop_depth_ = std::max(loop_depth_, loops(id));
        return {depth_ + loop_depth_ + (binds ? 1 : 0), refused_};
    }

private:
    bool is_growing(TypeId type) const {
        return std::ranges::any_of(twins_.cells().pools_over(type),
                                   [&](std::size_t pool) { return !growing_[pool].empty(); });
    }
    std::string kind(TypeId type) const { return model_.type(type).name; }
    void refuse(const std::string& what) {
        if (refused_.empty()) refused_ = what;
    }

    // The quantifiers over growing pools that are nested in the term.
    std::size_t rank(TermId root) {
        return ranks_(root, [this](TermId, const Term& term, const auto& of) {
            std::size_t inside = 0;
            for (const TermId child : term.children) inside = std::max(inside, of(child));
            return quantifier(term, inside);
        });
    }

    std::size_t quantifier(const Term& term, std::size_t inside) {
        const bool over_growing = term.domain.is_valid() && is_growing(term.domain);
        if (term.kind == TermKind::Table) {
            const Table& table = model_.functions.tables[static_cast<std::size_t>(term.payload)];
            for (const TypeId type : table.params) {
                if (is_growing(type)) refuse("which " + kind(type) + " it is");
            }
        }
        if (!over_growing) return inside;
        const bool counts = term.kind == TermKind::Exists || term.kind == TermKind::Forall ||
                            term.kind == TermKind::Count || term.kind == TermKind::Sum;
        if (counts) return inside + 1;
        if (term.kind != TermKind::First) {
            refuse("all " + kind(term.domain) + " together");
        } else if (!is_free_place(model_, twins_, term)) {
            refuse("which " + kind(term.domain) + " comes first");
        }
        return inside;
    }

    // Loops over growing pools, nested in this one. What is done for a bystander must come to nothing: only
    // its own fields are written, and what the loop writes of others it does not read.
    std::size_t loops(CodeId id) {
        const Code& node = model_.flow.code[id];
        if (node.kind == CodeKind::AnyOrder || node.kind == CodeKind::Rounds) refuse_orders(node);
        if (node.kind != CodeKind::ForEach) return 0;
        std::size_t inside = 0;
        std::vector<CodeId> body;
        collect(model_, node.children[0], body);
        for (const CodeId part : body) inside = std::max(inside, loops(part));
        if (!is_growing(node.domain)) return inside;
        if (passes_over(node)) return std::max<std::size_t>(inside, 1);  // one must be there to show it
        const std::string what = "each " + kind(node.domain);
        const auto is_own = [&](const Code& write) {
            return is_write(write.kind) && write.terms.size() == 2 &&
                   is_bound(model_, write.terms[0], node.level);
        };
        std::set<std::size_t> written;
        for (const CodeId part : body) {
            const Code& that = model_.flow.code[part];
            if (is_write(that.kind)) {
                // What adds up need not be its own.
                if (!is_own(that) && that.kind != CodeKind::Increase) refuse(what);
                written.insert(that.var.index);
            } else if (!only_holds_others(that.kind)) {
                refuse(what);
            }
        }
        std::vector<TermId> read{node.terms[0]};
        for (const CodeId part : body) {
            const Code& that = model_.flow.code[part];
            read.insert(read.end(), that.terms.begin() + (is_own(that) ? 1 : 0), that.terms.end());
        }
        walk_terms(model_.terms, read, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Open || term.kind == TermKind::Unknown ||
                term.kind == TermKind::Solutions)
                refuse(what);
            if (term.kind != TermKind::Cell || written.count(static_cast<std::size_t>(term.payload)) == 0)
                return;
            if (term.children.size() != 1 || !is_bound(model_, term.children[0], node.level)) refuse(what);
        });
        return inside + 1;
    }

    // Each bystander would be one more whose turn may come first, unless the loop passes over it.
    void refuse_orders(const Code& node) {
        for (const CodeId child : node.children) {
            const Code& part = model_.flow.code[child];
            if (part.kind == CodeKind::ForEach && is_growing(part.domain) && !passes_over(part))
                refuse("the order of " + kind(part.domain));
        }
    }

    // The loop's condition fails for the objects that stand by, for a reason that lies in their own fields,
    // which do not change: then there is one round less to think of, however many of them there are.
    bool passes_over(const Code& loop) {
        const Term& condition = model_.terms[loop.terms[0]];
        const std::vector<TermId> conjuncts =
            condition.kind == TermKind::And ? condition.children : std::vector<TermId>{loop.terms[0]};
        return std::ranges::any_of(conjuncts, [&](TermId conjunct) {
            return is_about(model_, conjunct, loop.level) && fails(conjunct, loop);
        });
    }

    bool fails(TermId conjunct, const Code& loop) {
        const auto fails_for = [&](Value object) {
            forgive(terms_);
            for (std::uint32_t level = 0; level <= loop.level; ++level) terms_.binders.bind(level, object);
            const Value value = terms_.evaluate(conjunct);
            return !terms_.failed() && value == 0;
        };
        return std::ranges::all_of(twins_.cells().pools_over(loop.domain), [&](std::size_t pool) {
            return std::ranges::all_of(growing_[pool], fails_for);
        });
    }

    const Model& model_;
    const Twins& twins_;
    const std::vector<std::vector<Value>>& growing_;
    TermFold<std::size_t> ranks_;
    Journal journal_;
    TermEvaluator terms_;
    std::size_t depth_ = 0;
    std::size_t loop_depth_ = 0;
    std::string refused_;
};

}  // namespace

Threshold threshold(const Evaluator& evaluator, const Twins& twins, const Evaluated& evaluated,
                    const State& state, const std::vector<std::vector<Value>>& growing) {
    return Rank(evaluator, twins, state, growing).of(evaluated);
}

}  // namespace errata::checker
