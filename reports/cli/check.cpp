#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <string>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/known_words.h"

namespace errata::reports {

namespace {

void declare_language(CLI::App& command, Language& language) {
    const std::map<std::string, Language> names = {{"english", Language::English},
                                                   {"pseudo", Language::Pseudo}};
    command
        .add_option(
            "--language", language,
            "How findings are told: in English, or as the kinds of sentences with what they are said of, "
            "which shows that nothing else depends on words")
        ->type_name("english | pseudo")
        ->transform(one_of(names));
}

}  // namespace

void declare_check(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CheckFlags>();
    CLI::App& command =
        *program.add_subcommand("check", "Look for contradictions, loops and unreachable states");
    command
        .add_option("SPEC", flags->specs,
                    "Files or folders; a folder with several games is checked game by game")
        ->required();
    declare_outputs(command, flags->outputs);
    declare_only(command, flags->only);
    command
        .add_option("--about", flags->about,
                    "Show only findings with a clause of this card or rule, and how many others there are; "
                    "the exit code is that of all")
        ->type_name("CARD");
    declare_text(command, flags->text);
    command.add_flag("--try", flags->tries_advice,
                     "Try on each finding what may settle it, from where its play begins, however much that "
                     "takes; unasked, about as much is tried as the check itself took");
    declare_fail_on(command, flags->fail_on);
    declare_held_against(command, flags->baseline);
    declare_language(command, flags->language);
    declare_as_of(command, flags->as_of);
    declare_budget(command, flags->budget);
    declare_scope(command, flags->scope);
    command.add_option("--engine", flags->engine, "How to search; auto unless another is named")
        ->type_name("auto | explicit | symbolic")
        ->check(one_of(std::vector<std::string>{"auto", "explicit", "symbolic"}));
    command.add_option("--depth", flags->depth, "How many steps ahead a bounded search looks")
        ->type_name("N")
        ->check(number_of("steps", 1));
    declare_threads(command, flags->threads);
    declare_reductions(command, flags->reductions);
    command.add_flag("--list-obligations", flags->list_obligations,
                     "Print what would be done, one line each, and stop");
    command.add_option("--obligation", flags->obligations, "Do only this. May be repeated")
        ->type_name("ID")
        ->allow_extra_args(false);
    command
        .add_option("--save-results", flags->save.results, "Keep the results in a file for `errata merge`")
        ->type_name("FILE");
    command
        .add_option("--save-witness", flags->save.witness,
                    "Keep each finding's play in a folder for `errata replay`")
        ->type_name("DIR");
    declare_watch(command, flags->watches);
    declare_cache_options(command, flags->cache);
    declare_progress(command, flags->progress);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_check(*flags, console); }; });
}

}  // namespace errata::reports
