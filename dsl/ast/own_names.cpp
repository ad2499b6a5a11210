#include "dsl/ast/own_names.h"

#include "dsl/ast/fields.h"
#include "dsl/phrases/template.h"

namespace errata::dsl::ast {

namespace {

struct OwnNames {
    std::set<std::string>& names;
    void operator()(const Binder& binder) const { names.insert(binder.name); }
    void operator()(const Stmt& stmt) const {
        if (stmt.kind == StmtKind::Let || stmt.kind == StmtKind::Distribute) names.insert(stmt.name);
    }
    void operator()(const Ability& ability) const {
        for (const Given& given : ability.given) names.insert(given.name);
    }
};

}  // namespace

std::set<std::string> own_names(const Item& item) {
    std::set<std::string> names;
    for (const TemplateHole& hole : template_holes(item.title)) names.insert(hole.name);
    const OwnNames visit{names};
    walk(item.binders, visit);
    walk(item.refers, visit);
    walk(item.exprs, visit);
    walk(item.body, visit);
    walk(item.contents.things, visit);
    walk(item.contents.abilities, visit);
    walk(item.contents.alternatives, visit);
    walk(item.contents.equations, visit);
    return names;
}

}  // namespace errata::dsl::ast
