#include "checker/advice/edits.h"

namespace errata::checker {

namespace ast = dsl::ast;

static void for_each_ability_of(ast::Item& item, const std::function<void(ast::Ability&)>& visit) {
    for (ast::Ability& ability : item.contents.abilities) visit(ability);
    for (ast::Alternative& alternative : item.contents.alternatives) {
        for (ast::Ability& ability : alternative.abilities) visit(ability);
    }
}

void for_each_ability(std::vector<ast::Module>& modules, const std::function<void(ast::Ability&)>& visit) {
    for (ast::Module& module : modules) {
        for (ast::Item& item : module.items) for_each_ability_of(item, visit);
    }
}

static void for_each_statement_of(std::vector<ast::Stmt>& block,
                                  const std::function<void(ast::Stmt&)>& visit) {
    for (ast::Stmt& stmt : block) {
        visit(stmt);
        for (std::vector<ast::Stmt>& inner : stmt.blocks) for_each_statement_of(inner, visit);
        for (ast::Option& option : stmt.options) for_each_statement_of(option.body, visit);
    }
}

void for_each_statement(std::vector<ast::Module>& modules, const std::function<void(ast::Stmt&)>& visit) {
    for (ast::Module& module : modules) {
        for (ast::Item& item : module.items) {
            for_each_statement_of(item.body, visit);
            for_each_ability_of(item,
                                [&](ast::Ability& ability) { for_each_statement_of(ability.body, visit); });
        }
    }
}

bool lies_in(const dsl::Span& part, const dsl::Span& whole) {
    return part.file == whole.file && whole.begin <= part.begin && part.end <= whole.end;
}

}  // namespace errata::checker
