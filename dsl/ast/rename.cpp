#include "dsl/ast/rename.h"

#include <set>

#include "dsl/ast/fields.h"
#include "dsl/ast/own_names.h"
#include "dsl/phrases/template.h"

namespace errata::dsl::ast {

namespace {

// Of one item.
class Renaming {
public:
    Renaming(Item& item, const Renames& renames) : item_(item), renames_(renames), own_(own_names(item)) {}

    void run() {
        declared(item_.name);
        if (item_.kind == ItemKind::Phrase) {
            item_.title = template_with_words(item_.title, renames_.words);
            item_.title = template_with_categories(item_.title, renames_.names);
        }
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
            for (std::string& window : ability.play.windows.all) renaming.declared(window);
            renaming.declared(ability.limit.phase);
        }
    };

    void declared(std::string& name) const {
        if (const auto found = renames_.names.find(name); found != renames_.names.end()) name = found->second;
    }
    void mentioned(std::string& name) const {
        if (own_.count(name) == 0) declared(name);
    }

    Item& item_;
    const Renames& renames_;
    const std::set<std::string> own_;
};

}  // namespace

void rename(Module& module, const Renames& renames) {
    if (renames.names.empty()) return;
    for (Item& item : module.items) Renaming(item, renames).run();
}

}  // namespace errata::dsl::ast
