#include "reports/cli/options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <thread>

#include "dsl/base/text.h"
#include "reports/cli/known_words.h"

namespace errata::reports {

namespace {

template <class Number>
std::optional<Number> read_number(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// One part of a budget into `budget`; false if it cannot be read.
bool read_part(const std::string& part, checker::Budget& budget) {
    const std::size_t digits = part.find_first_not_of("0123456789.");
    if (digits == std::string::npos) return false;  // of what?
    const std::string unit = part.substr(digits);
    const std::string amount = part.substr(0, digits);
    if (unit == "s") {
        const auto seconds = read_number<double>(amount);
        if (seconds && *seconds > 0) budget.seconds = *seconds;
        return seconds && *seconds > 0;
    }
    const auto count = read_number<std::size_t>(amount);
    if (!count || *count == 0) return false;
    if (unit == "states")
        budget.states = *count;
    else if (unit == "units")
        budget.solver_units = *count;
    else
        return false;
    return true;
}

// A budget of few states bounds the solver in proportion: else what follows a search that is cut off early
// would take longer than the search.
void bound_solver(checker::Budget& budget) {
    constexpr std::size_t units_of_a_state = 10;
    constexpr std::size_t least = 50'000;
    if (budget.solver_units == 0 && budget.states < checker::Budget().states)
        budget.solver_units = std::max(least, units_of_a_state * budget.states);
}

bool read_parts(const std::string& text, checker::Budget& budget) {
    std::istringstream parts(text);
    bool good = !text.empty();
    for (std::string part; std::getline(parts, part, ',');) good = read_part(part, budget) && good;
    bound_solver(budget);
    return good;
}

void declare_second_look(CLI::App& command, BudgetWords& budget) {
    command
        .add_option("--second-look", budget.second_look,
                    "Of a setup that is searched in parts, how many states are computed again before what is "
                    "said of all is believed; of the parts that come then a sample is. 1000000 unless said")
        ->type_name("STATES")
        ->check(number_of("states", 0));
}

}  // namespace

std::function<std::string(const std::string&)> number_of(const std::string& what, std::size_t least) {
    return [what, least](const std::string& text) {
        const auto number = read_number<std::size_t>(text);
        return number && *number >= least ? std::string() : "'" + text + "' is no number of " + what;
    };
}

std::optional<std::size_t> read_size(const std::string& text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto count = read_number<std::size_t>(text.substr(0, digits));
    const std::string unit = text.substr(digits);
    const std::size_t factor = unit == "MB" ? 1'000'000 : unit == "GB" ? 1'000'000'000 : 0;
    if (!count || *count == 0 || factor == 0 || *count > 1'000'000'000) return std::nullopt;
    return *count * factor;
}

std::string no_size(const std::string& text) {
    return read_size(text) ? "" : "'" + text + "' is no size: 2GB or 500MB";
}

std::string no_day(const std::string& word) {
    return dsl::read_date(word) ? "" : "'" + word + "' is no day such as 2027-03-01";
}

void declare_threads(CLI::App& command, std::size_t& threads) {
    command
        .add_option("--threads", threads, "How many threads; all cores unless said. The results are the same")
        ->type_name("N")
        ->check(number_of("threads", 1));
}

std::size_t read_threads(std::size_t threads) {
    return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

void declare_progress(CLI::App& command, bool& progress) {
    command.add_flag("--progress", progress, "Report progress on stderr even if it is no terminal");
}

void declare_set_size(CLI::App& command, std::optional<std::size_t>& size, const std::string& help) {
    command.add_option("--size", size, help)->type_name("1 | 2 | 3")->check(CLI::Range(1, 6).description(""));
}

void declare_scope(CLI::App& command, ScopeWords& scope) {
    command
        .add_option("--scope", scope.words,
                    "A declared scope by name, or one bound of it: --scope group=2. May be repeated")
        ->type_name("NAME | K=N")
        ->allow_extra_args(false)
        ->check([](const std::string& word) {
            const std::size_t equals = word.find('=');
            const bool good = equals == std::string::npos ||
                              (equals > 0 && read_number<std::int64_t>(word.substr(equals + 1)));
            return good ? std::string()
                        : "'" + word + "' is no scope: give a name or K=N with a whole number";
        });
    command
        .add_option("--without-assumption", scope.without_assumptions,
                    "Leaves out what the spec or a library assumes, by name or by its words. May be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
}

compiler::CompileOptions compile_options(const ScopeWords& scope) {
    compiler::CompileOptions options;
    for (const std::string& word : scope.words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            options.scope = word;
        else
            options.overrides[word.substr(0, equals)] = *read_number<std::int64_t>(word.substr(equals + 1));
    }
    options.without_assumptions = scope.without_assumptions;
    return options;
}

compiler::CompileOptions compile_options(const Origin& origin) {
    compiler::CompileOptions options;
    options.scope = origin.scope;
    options.overrides = origin.overrides;
    options.without_assumptions = origin.without_assumptions;
    options.scenario = origin.scenario;
    if (origin.screens) {
        options.screens = *origin.screens;
        options.set_unread_aside = true;
    }
    return options;
}

void declare_format(CLI::App& command, FormatWord& format) {
    std::vector<std::string> names;
    for (const OutputFormat& row : all_formats()) names.emplace_back(row.name);
    command
        .add_option("--format", format.text,
                    "How to print the results; " + names.front() + " unless another is named")
        ->type_name(dsl::join(names, " | "))
        ->check(one_of(names));
}

const OutputFormat& output_format(const FormatWord& format) {
    return *std::ranges::find(all_formats(), format.text, &OutputFormat::name);
}

void declare_budget(CLI::App& command, BudgetWords& budget) {
    command
        .add_option("--budget", budget.text,
                    "When to stop: 500000states, 5000000units (of the solver), 60s, or several with commas. "
                    "Only seconds "
                    "make two runs differ")
        ->type_name("AMOUNT")
        ->check([](const std::string& text) {
            checker::Budget ignored;
            return read_parts(text, ignored)
                       ? std::string()
                       : "'" + text + "' is no budget: write 60s, 500000states or 5000000units";
        });
    command
        .add_option("--memory", budget.memory,
                    "What the states of one search may take, 2GB or 500MB; 4GB unless said. The same states "
                    "on every machine")
        ->type_name("SIZE")
        ->check(no_size);
    declare_second_look(command, budget);
}

void declare_as_of(CLI::App& command, DayWord& day) {
    command
        .add_option("--as-of", day.text,
                    "The day on which an `accept ... until DAY` is held to its end; today unless said")
        ->type_name("DAY")
        ->check(no_day);
}

dsl::Date read_day(const DayWord& day) {
    if (const auto date = dsl::read_date(day.text)) return *date;
    return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

void declare_reductions(CLI::App& command, checker::Reductions& reductions) {
    for (const checker::ReductionInfo& reduction : checker::all_reductions()) {
        command.add_flag_callback(
            "--no-" + std::string(reduction.name),
            [&reductions, on = reduction.on] { reductions.*on = false; },
            std::string(reduction.without) + "; the findings stay the same");
    }
}

checker::Budget read_budget(const BudgetWords& budget) {
    checker::Budget result;
    read_parts(budget.text, result);
    if (!budget.memory.empty()) result.memory = *read_size(budget.memory);
    result.second_look = budget.second_look;
    return result;
}

}  // namespace errata::reports
