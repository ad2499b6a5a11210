#include "dsl/ast/rename.h"

#include <set>

#include "dsl/ast/fields.h"
#include "dsl/phrases/template.h"

namespace errata::dsl::ast {

namespace {

// Of one item.
class Renaming {
public:
    Renaming(Item& item, const Renames& renames) : item_(item), renames_(renames) {}

    void run() {
        find_own();
        declared(item_.name);
        if (item_.kind == ItemKind::Phrase) item_.title = template_with_categories(item_.title, renames_);
        for (std::string& name : item_.names.all) declared(name);
        for (std::string& name : item_.names.hidden) declared(name);
        for (Binder& field : item_.fields) declared(field.name);
        for (Column& column : item_.contents.columns) declared(column.field);
        for (Equation& equation : item_.contents.equations) declared(equation.name);
        walk(item_, Visit{*this});
    }

private:
    struct Visit {
        const Renaming& renaming;
        void operator()(TypeExpr& type) const { renaming.declared(type.name); }
        void operator()(Binder& binder) const {
            renaming.declared(binder.while_field);
            renaming.declared(binder.per);
        }
        void operator()(Expr& expr) const {
            if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Call)
                renaming.mentioned(expr.name);
            else if (expr.kind != ExprKind::Quoted)
                renaming.declared(expr.name);
        }
        void operator()(Stmt& stmt) const { renaming.mentioned(stmt.name); }
        void operator()(Ability& ability) const {
            renaming.mentioned(ability.name);
            renaming.declared(ability.as.name);
            renaming.declared(ability.play.window);
            renaming.declared(ability.limit.phase);
        }
    };

    void find_own() {
        for (const TemplateHole& hole : template_holes(item_.title)) own_.insert(hole.name);
        struct Find {
            std::set<std::string>& own;
            void operator()(const Binder& binder) const { own.insert(binder.name); }
            void operator()(const Stmt& stmt) const {
                if (stmt.kind == StmtKind::Let || stmt.kind == StmtKind::Distribute) own.insert(stmt.name);
            }
            void operator()(const Ability& ability) const {
                for (const Given& given : ability.given) own.insert(given.name);
            }
        };
        const Item& item = item_;
        const std::vector<Binder> fields = std::move(item_.fields);
        item_.fields.clear();
        walk(item, Find{own_});
        item_.fields = fields;
    }

    void declared(std::string& name) const {
        if (const auto found = renames_.find(name); found != renames_.end()) name = found->second;
    }
    void mentioned(std::string& name) const {
        if (own_.count(name) == 0) declared(name);
    }

    Item& item_;
    const Renames& renames_;
    std::set<std::string> own_;  // what the item binds
};

}  // namespace

void rename(Module& module, const Renames& renames) {
    if (renames.empty()) return;
    for (Item& item : module.items) Renaming(item, renames).run();
}

}  // namespace errata::dsl::ast
