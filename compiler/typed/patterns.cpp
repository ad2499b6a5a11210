// The brackets of an ability: which roles get a name, which must be equal to something.
#include <algorithm>

#include "compiler/typed/expressions.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

bool Expressions::binds(const ast::Expr& param, TypeId type, const Scope& scope) const {
    if (param.kind != ast::ExprKind::Name || scope.find(param.name) || scope.hole(param.name)) return false;
    const auto constants = names_.vocabulary.constants.find(param.name);
    return constants == names_.vocabulary.constants.end() ||
           std::none_of(constants->second.begin(), constants->second.end(),
                        [&](const auto& entry) { return types_.base(entry.first) == types_.base(type); });
}

std::optional<std::vector<Param>> Expressions::pattern(const std::vector<ast::Expr>& params,
                                                       const std::string& what,
                                                       const std::vector<TypeId>& types, dsl::Span span,
                                                       Scope& scope) {
    if (params.size() != types.size()) {
        reporter_.error(DiagnosticKind::argument_count, span,
                        "'" + what + "' takes " + dsl::count_of(types.size(), "argument") + ", found " +
                            std::to_string(params.size()));
        return std::nullopt;
    }
    std::vector<Param> result;
    bool good = true;
    for (std::size_t i = 0; i < params.size(); ++i) {
        Param param{params[i].span, params[i].name, {}, {}};
        if (binds(params[i], types[i], scope)) {
            // Any new name will do; these two would look as if they meant something.
            if (params[i].name == "this" || params[i].name == "it")
                reporter_.unknown(params[i].span, "name", params[i].name, {});
            if (params[i].name != "_") param.local = typing_.add(scope, params[i].name, types[i]);
        } else {
            auto value = as(params[i], scope, types[i]);
            good = good && value.has_value();
            if (value) param.value.push_back(std::move(*value));
        }
        result.push_back(std::move(param));
    }
    if (!good) return std::nullopt;
    return result;
}

}  // namespace errata::compiler::typed
