#include "compiler/read/instances.h"

#include "compiler/typed/walk.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// The holes that a body uses, with what it gives to each.
struct Uses {
    std::vector<std::pair<std::string, std::vector<TypeId>>> all;

    void operator()(const typed::Expr& expr) {
        if (expr.kind == typed::ExprKind::Hole) add(expr.name, expr.args);
    }
    void operator()(const typed::Stmt& stmt) {
        if (stmt.kind == typed::StmtKind::Insert) add(stmt.name, stmt.exprs);
    }
    void operator()(const typed::Ability& ability) {
        if (ability.kind == typed::AbilityKind::Insert) add(ability.name, {});
    }

private:
    void add(const std::string& hole, const std::vector<typed::Expr>& given) {
        all.emplace_back(hole, dsl::mapped(given, &typed::Expr::type));
    }
};

Uses uses_of(const typed::PhraseBody& body) {
    Uses uses;
    const auto visit = [&](const auto& node) { uses(node); };
    typed::walk(body.value, visit);
    typed::walk(body.block, visit);
    for (const typed::Ability& ability : body.abilities) typed::walk(ability, visit);
    return uses;
}

}  // namespace

void type_bodies(typed::Phrases& phrases, const dsl::Derivation& derivation, PrintedId bearer,
                 const std::vector<TypeId>& given, std::vector<dsl::Diagnostic>& problems) {
    if (derivation.kind != dsl::Derivation::Kind::Phrase) return;
    const typed::PhraseBody& body = phrases.body(static_cast<std::size_t>(derivation.tag), bearer, given);
    problems.insert(problems.end(), body.problems.begin(), body.problems.end());
    for (const auto& [hole, types] : uses_of(body).all) {
        if (const dsl::Derivation* const filler = derivation.hole(hole))
            type_bodies(phrases, *filler, bearer, types, problems);
    }
}

}  // namespace errata::compiler
