// The brackets of an ability: which roles get a name, which must be equal to something.
#include <algorithm>

#include "compiler/typed/expressions.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

bool binds(const Typing& t, const ast::Expr& param, TypeId type, const Scope& scope) {
    if (param.kind != ast::ExprKind::Name || scope.find(param.name) || scope.hole(param.name)) return false;
    const auto constants = t.names.vocabulary.constants.find(param.name);
    return constants == t.names.vocabulary.constants.end() ||
           std::none_of(constants->second.begin(), constants->second.end(), [&](const auto& entry) {
               return t.program.types.base(entry.first) == t.program.types.base(type);
           });
}

std::optional<std::vector<Param>> pattern(const Typing& t, const std::vector<ast::Expr>& params,
                                          const std::string& what, const std::vector<TypeId>& types,
                                          dsl::Span span, Scope& scope) {
    if (params.size() != types.size()) {
        t.reporter.error(DiagnosticKind::argument_count, span,
                         "'" + what + "' takes " + dsl::count_of(types.size(), "argument") + ", found " +
                             std::to_string(params.size()));
        return std::nullopt;
    }
    std::vector<Param> result;
    bool good = true;
    for (std::size_t i = 0; i < params.size(); ++i) {
        Param param{params[i].span, params[i].name, {}, {}};
        if (binds(t, params[i], types[i], scope)) {
            // Any new name will do; these two would look as if they meant something.
            if (params[i].name == "this" || params[i].name == "it")
                t.reporter.unknown(params[i].span, "name", params[i].name, {});
            if (params[i].name != "_") param.local = t.add(scope, params[i].name, types[i]);
        } else {
            auto value = of_type(t, params[i], scope, types[i]);
            good = good && value.has_value();
            if (value) param.value.push_back(std::move(*value));
        }
        result.push_back(std::move(param));
    }
    if (!good) return std::nullopt;
    return result;
}

}  // namespace errata::compiler::typed
