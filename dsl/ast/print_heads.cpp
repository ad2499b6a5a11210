#include "dsl/ast/print_heads.h"

#include "dsl/ast/print_expr.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

std::string rows_text(const std::vector<std::string>& rows) {
    return rows.empty() ? "" : " [" + join(rows, ", ") + "]";
}

std::string call_text(const std::string& name, const std::vector<Expr>& args) {
    return name + "(" + exprs_text(args) + ")";
}

std::string guard_text(const char* word, const std::vector<Expr>& exprs) {
    return exprs.empty() ? "" : std::string(1, break_mark) + word + " " + expr_text(exprs[0]);
}

std::string setting_text(const Setting& setting) { return setting.name + ": " + value_text(setting.value); }

std::string settings_text(const std::vector<Setting>& settings) {
    return settings.empty() ? "{ }" : "{ " + join(mapped(settings, setting_text), ", ") + " }";
}

}  // namespace errata::dsl::ast
