// The subcommands. Each file declares its options on the parser and, once it is chosen, leaves in `Chosen`
// what to run: parsing never has an effect.
// How to add one: a file with its `declare_...`, a line here and a row in program.cpp.
#pragma once

#include <functional>

#include "reports/cli/console.h"

namespace CLI {
class App;
}

namespace errata::reports {

struct Chosen {
    std::function<int(Console&)> run;
};

void declare_check(CLI::App& program, Chosen& chosen);
void declare_screen(CLI::App& program, Chosen& chosen);
void declare_test(CLI::App& program, Chosen& chosen);
void declare_play(CLI::App& program, Chosen& chosen);
void declare_replay(CLI::App& program, Chosen& chosen);
void declare_fmt(CLI::App& program, Chosen& chosen);
void declare_explain(CLI::App& program, Chosen& chosen);
void declare_dump(CLI::App& program, Chosen& chosen);
void declare_merge(CLI::App& program, Chosen& chosen);
void declare_coverage(CLI::App& program, Chosen& chosen);
void declare_cards(CLI::App& program, Chosen& chosen);
void declare_new(CLI::App& program, Chosen& chosen);
void declare_diff(CLI::App& program, Chosen& chosen);
void declare_cache(CLI::App& program, Chosen& chosen);
void declare_accept(CLI::App& program, Chosen& chosen);
void declare_baseline(CLI::App& program, Chosen& chosen);
void declare_ask(CLI::App& program, Chosen& chosen);
void declare_faq(CLI::App& program, Chosen& chosen);
void declare_lsp(CLI::App& program, Chosen& chosen);  // reports/lsp/lsp.cpp

}  // namespace errata::reports
