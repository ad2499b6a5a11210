// Options that several commands share, as they are typed and as the stages want them. Each `declare_` adds
// them to a parser; a word that cannot be read is an error of the command line.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/driver/driver.h"
#include "compiler/compile.h"
#include "dsl/base/date.h"
#include "reports/render/formats.h"
#include "reports/saved/origin.h"

namespace CLI {
class App;
}

namespace errata::reports {

// For an option with a whole number of `what`, `least` or more: "" or what is wrong, in words.
std::function<std::string(const std::string&)> number_of(const std::string& what, std::size_t least);

// "2GB" or "500MB" in bytes; nothing if it cannot be read.
std::optional<std::size_t> read_size(const std::string& text);
// "" or what is wrong, in words.
std::string no_size(const std::string& text);

// "" or what is wrong, in words: for an option that takes a day.
std::string no_day(const std::string& word);

// --threads N; 0: as many as there are cores
void declare_threads(CLI::App& command, std::size_t& threads);
std::size_t read_threads(std::size_t threads);
// --progress
void declare_progress(CLI::App& command, bool& progress);
// --size 1 | 2 | 3
void declare_set_size(CLI::App& command, std::optional<std::size_t>& size, const std::string& help);

// --scope NAME, --scope K=N, --without-assumption NAME
struct ScopeWords {
    std::vector<std::string> words;
    std::vector<std::string> without_assumptions;
};
void declare_scope(CLI::App& command, ScopeWords& scope);
compiler::CompileOptions compile_options(const ScopeWords& scope);
// What a saved file was made with.
compiler::CompileOptions compile_options(const Origin& origin);

// --format: a row of render/formats
struct FormatWord {
    std::string text{all_formats().front().name};
};
void declare_format(CLI::App& command, FormatWord& format);
const OutputFormat& output_format(const FormatWord& format);

// --budget 60s | 500000states | 5000000units | a list of them, --memory 2GB | 500MB, --second-look STATES
struct BudgetWords {
    std::string text;
    std::string memory;
    std::size_t second_look = checker::Budget().second_look;
};
void declare_budget(CLI::App& command, BudgetWords& budget);
checker::Budget read_budget(const BudgetWords& budget);

// --as-of 2027-01-15: the day on which acceptances are held to their ends
struct DayWord {
    std::string text;
};
void declare_as_of(CLI::App& command, DayWord& day);
// Today, unless another day was asked for.
dsl::Date read_day(const DayWord& day);

// --no-slice, --no-symmetry: one flag per row of checker/reductions.def
void declare_reductions(CLI::App& command, checker::Reductions& reductions);

}  // namespace errata::reports
