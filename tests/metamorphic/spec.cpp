#include "tests/metamorphic/spec.h"

#include <algorithm>

#include "dsl/ast/dump.h"
#include "dsl/ast/print.h"
#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::metamorphic {

// Cards of a table as if they were written in the spec: another spelling, to begin with.
static void write_out_tables(ast::Module& module) {
    std::erase_if(module.items, [](const ast::Item& one) { return one.kind == ast::ItemKind::Cards; });
    for (ast::Item& item : module.items) {
        if (item.span.file != module.file) item.span = {module.file, 0, 0};
    }
}

static std::optional<Spec> read_from(const dsl::FileReader& reader, const std::string& path) {
    const auto sources = std::make_shared<dsl::SourceSet>();
    dsl::Sink sink;
    Spec spec{path, {}, dsl::load(reader, path, *sources, sink), sources};
    if (sink.has_errors()) return std::nullopt;
    for (ast::Module& module : spec.modules) {
        module.comments.clear();
        write_out_tables(module);
        spec.files.push_back(sources->file(module.file).path());
    }
    return spec;
}

std::optional<Spec> read_spec(const std::string& path) { return read_from(dsl::DiskReader(), path); }

std::optional<Spec> read_spec(const Texts& texts, const std::string& path) {
    return read_from(tests::MemoryReader(texts), path);
}

Texts texts(const Spec& spec) {
    Texts result;
    for (std::size_t i = 0; i < spec.modules.size(); ++i)
        result[spec.files[i]] = print(spec.modules[i], *spec.sources);
    return result;
}

bool is_same_tree(const Spec& a, const Spec& b) {
    return std::ranges::equal(
        a.modules, b.modules, {}, [](const ast::Module& one) { return dump(one); },
        [](const ast::Module& one) { return dump(one); });
}

ast::Module& main_module(Spec& spec) {
    const auto has_game = [](const ast::Module& module) {
        return std::ranges::any_of(module.items,
                                   [](const ast::Item& one) { return one.kind == ast::ItemKind::Game; });
    };
    const auto found = std::ranges::find_if(spec.modules, has_game);
    return found == spec.modules.end() ? spec.modules.back() : *found;
}

}  // namespace errata::metamorphic
