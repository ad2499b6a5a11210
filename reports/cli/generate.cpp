#include "reports/cli/generate.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <set>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/help.h"

namespace errata::reports {

namespace {

struct Generated {
    std::string_view name;
    std::string (*write)(const ProgramWords& words);
};

constexpr std::array generated_forms{Generated{"man", man_page}, Generated{"bash", bash_completion},
                                     Generated{"zsh", zsh_completion}, Generated{"fish", fish_completion}};

// Finding codes and their families: what `--only` takes.
std::vector<std::string> codes_and_families() {
    std::set<std::string> codes;
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        codes.emplace(info.name);
        codes.emplace(info.name.substr(0, info.name.find('.')));
    }
    return {codes.begin(), codes.end()};
}

// How to add one: a row for a placeholder behind which a shell can offer something.
struct PlaceholderKind {
    std::string_view placeholder;
    ValueKind kind;
    std::vector<std::string> (*choices)() = nullptr;
};

constexpr std::array placeholder_kinds{
    PlaceholderKind{"SPEC", ValueKind::Specs},
    PlaceholderKind{"FILE", ValueKind::Files},
    PlaceholderKind{"CATALOGUE", ValueKind::Files},
    PlaceholderKind{"DIR", ValueKind::Folders},
    PlaceholderKind{"CODE", ValueKind::Choices, all_help_codes},
    PlaceholderKind{"CODE | FINGERPRINT | TITLE", ValueKind::Choices, codes_and_families},
};

// The words of "text | json", or none if the placeholder does not list choices.
std::vector<std::string> listed_choices(const std::string& placeholder) {
    std::vector<std::string> choices;
    const std::string bar = " | ";
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + bar.size()) {
        end = placeholder.find(bar, begin);
        choices.push_back(placeholder.substr(begin, end - begin));
    }
    const auto is_choice = [](const std::string& word) {
        return word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
    };
    if (choices.size() < 2 || !std::ranges::all_of(choices, is_choice)) return {};
    return choices;
}

void find_kind(Parameter& parameter) {
    parameter.kind = ValueKind::Anything;
    const auto row =
        std::ranges::find(placeholder_kinds, parameter.placeholder, &PlaceholderKind::placeholder);
    if (row != placeholder_kinds.end()) {
        parameter.kind = row->kind;
        if (row->choices != nullptr) parameter.choices = row->choices();
    } else if (parameter.choices = listed_choices(parameter.placeholder); !parameter.choices.empty()) {
        parameter.kind = ValueKind::Choices;
    }
}

Parameter parameter_of(const CLI::Option& option) {
    Parameter parameter;
    for (const std::string& name : option.get_snames()) parameter.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) parameter.names.push_back("--" + name);
    parameter.text = option.get_description();
    parameter.is_required = option.get_required();
    parameter.repeats = option.get_items_expected_max() > 1;
    if (option.get_items_expected_max() > 0) {
        parameter.placeholder = option.nonpositional() ? option.get_type_name() : option.get_name(true);
        find_kind(parameter);
    }
    return parameter;
}

CommandWords command_words(const CLI::App& app) {
    CommandWords command{app.get_name(), app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options())
        (option->nonpositional() ? command.options : command.arguments).push_back(parameter_of(*option));
    return command;
}

}  // namespace

ProgramWords words_of(const CLI::App& program) {
    ProgramWords words{command_words(program), {}};
    for (const CLI::App* command : program.get_subcommands({}))
        words.commands.push_back(command_words(*command));
    return words;
}

std::vector<std::string> generated_names() {
    return dsl::mapped(generated_forms, [](const Generated& row) { return std::string(row.name); });
}

std::string generate(const CLI::App& program, std::string_view name) {
    const auto row = std::ranges::find(generated_forms, name, &Generated::name);
    return row == generated_forms.end() ? "" : row->write(words_of(program));
}

}  // namespace errata::reports
