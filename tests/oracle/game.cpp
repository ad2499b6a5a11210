#include "tests/oracle/game.h"

#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::oracle {

Game read_game(const std::string& text) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    const tests::MemoryReader reader({{"game.rules", text}});
    std::vector<ast::Module> modules = dsl::load(reader, "game.rules", sources, sink);
    if (sink.has_errors() || modules.size() != 1) {
        throw OutsideSubset("the text cannot be read");
    }
    Game game;
    game.module = std::make_unique<ast::Module>(std::move(modules[0]));
    game.vocabulary = std::make_unique<Vocabulary>(*game.module);
    return game;
}

}  // namespace errata::oracle
