#include "compiler/resolve/visit_statements.h"

namespace errata::compiler {

namespace {

using Visit = std::function<void(const ast::Stmt&)>;

void visit_body(const std::vector<ast::Stmt>& body, const Visit& visit);

void visit_abilities(const std::vector<ast::Ability>& abilities, const Visit& visit) {
    for (const ast::Ability& ability : abilities) {
        visit_body(ability.body, visit);
        for (const auto& cost : ability.play.costs) visit_body(cost, visit);
    }
}

void visit_body(const std::vector<ast::Stmt>& body, const Visit& visit) {
    for (const ast::Stmt& stmt : body) {
        visit(stmt);
        for (const auto& block : stmt.blocks) visit_body(block, visit);
        for (const ast::Option& option : stmt.options) visit_body(option.body, visit);
        visit_abilities(stmt.abilities, visit);
    }
}

}  // namespace

void visit_statements(const Modules& modules, const Visit& visit) {
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            visit_body(item.body, visit);
            visit_abilities(item.contents.abilities, visit);
            for (const ast::Alternative& alternative : item.contents.alternatives)
                visit_abilities(alternative.abilities, visit);
        }
    }
}

}  // namespace errata::compiler
