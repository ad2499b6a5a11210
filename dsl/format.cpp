#include "dsl/format.h"

#include "dsl/ast/dump.h"
#include "dsl/ast/print.h"
#include "dsl/base/check.h"
#include "dsl/parse.h"

namespace errata::dsl {

std::optional<std::string> formatted(SourceSet& sources, std::uint32_t file, Sink& sink) {
    const ast::Module module = parse(sources, file, sink);
    if (sink.has_errors()) return std::nullopt;
    std::string result = ast::print(module, sources);
    const ast::Module again = parse(sources, sources.add(sources.file(file).path(), result), sink);
    ERRATA_CHECK(!sink.has_errors() && ast::dump(again) == ast::dump(module));
    return result;
}

}  // namespace errata::dsl
