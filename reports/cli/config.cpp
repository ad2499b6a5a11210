#include "reports/cli/config.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "dsl/base/date.h"
#include "dsl/base/text.h"

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

constexpr const char* config_name = "errata.toml";
constexpr std::string_view specs_key = "specs";
constexpr std::string_view outputs_key = "outputs";
constexpr std::string_view format_key = "format";  // of what is printed
constexpr const char* specs_argument = "SPEC";

// In the folder or the nearest one above it, no further up than the repository goes. Empty: there is none.
std::string nearest_config(const dsl::FileReader& reader, const std::string& path) {
    std::error_code error;
    fs::path folder = fs::absolute(path, error).lexically_normal();
    if (!fs::is_directory(folder, error)) folder = folder.parent_path();
    for (;; folder = folder.parent_path()) {
        std::string file = (folder / config_name).generic_string();
        if (reader.exists(file)) return file;
        if (reader.exists((folder / ".git").generic_string()) || !folder.has_relative_path()) return "";
    }
}

// Relative to the current folder where it lies below it, as people type it.
std::string shown_path(const std::string& file) {
    std::error_code error;
    const std::string relative = fs::path(file).lexically_relative(fs::current_path(error)).generic_string();
    return relative.empty() || relative.starts_with("..") ? file : relative;
}

std::string name_of(const CLI::Option& option) {
    return option.get_lnames().empty() ? "" : option.get_lnames().front();
}

// Each command that there is, with its options by their long names.
bool has_key(const CLI::App& command, const std::string& key) {
    if (key == specs_key) return command.get_option_no_throw(specs_argument) != nullptr;
    if (key == outputs_key)
        return command.get_option_no_throw("--output") != nullptr &&
               command.get_option_no_throw("--format") != nullptr;
    return key != "help" && command.get_option_no_throw("--" + key) != nullptr;
}

std::vector<std::string> keys_of(const CLI::App& command) {
    std::vector<std::string> keys;
    for (const CLI::Option* const option : command.get_options()) {
        if (const std::string name = name_of(*option); !name.empty() && name != "help") keys.push_back(name);
    }
    for (const std::string_view key : {specs_key, outputs_key}) {
        if (has_key(command, std::string(key))) keys.emplace_back(key);
    }
    return keys;
}

// The command whose words these are, with what was given; null: they are no command line that can be run.
const CLI::App* parsed(CLI::App& program, const std::vector<std::string>& arguments) {
    for (CLI::App* const command : program.get_subcommands({})) {
        for (CLI::Option* const option : command->get_options()) option->required(false);
    }
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    try {
        program.parse(words);
    } catch (const CLI::ParseError&) {
        return nullptr;
    }
    return program.get_subcommands().empty() ? nullptr : program.get_subcommands().front();
}

class ConfigReader {
public:
    ConfigReader(const MakeProgram& make, const CLI::App& program, const CLI::App& command,
                 const std::string& file, std::string text, Configured& configured)
        : make_(make),
          program_(program),
          command_(command),
          folder_(fs::path(file).parent_path()),
          configured_(configured),
          number_(configured.sources.add(shown_path(file), std::move(text))) {}

    // Those of the file, if the command line names none. They stand behind everything else.
    const std::vector<std::string>& specs() const { return specs_; }

    // The file's words for the command line, without the specs.
    std::vector<std::string> words() {
        const std::optional<toml::table> parsed = parse();
        if (!parsed) return {};
        for (const auto& [key, node] : *parsed) {
            if (const toml::table* const of_command = node.as_table(); of_command != nullptr)
                read_command(key, *of_command);
        }
        for (const auto& [key, node] : *parsed) {
            if (!node.is_table()) read_general(key, node);
        }
        // A format in front of a file would be that of the file.
        if (!outputs_.empty() && printed_.empty()) printed_ = {"--format=text"};
        for (std::vector<std::string>* const more : {&outputs_, &printed_})
            std::ranges::move(*more, std::back_inserter(words_));
        return std::move(words_);
    }

private:
    std::optional<toml::table> parse() {
        try {
            return toml::parse(configured_.sources.file(number_).text());
        } catch (const toml::parse_error& error) {
            report(dsl::DiagnosticKind::config_unreadable, span_of(error.source()),
                   std::string(error.description()));
            return std::nullopt;
        }
    }

    void read_command(const toml::key& key, const toml::table& table) {
        const std::string name(key.str());
        const CLI::App* const command = find_command(name);
        if (command == nullptr) {
            std::vector<std::string> names;
            for (const CLI::App* const one : program_.get_subcommands({})) names.push_back(one->get_name());
            return report_unknown(key, "no command is called '" + name + "'", name, names);
        }
        for (const auto& [inner, node] : table) {
            const std::string option(inner.str());
            if (!has_key(*command, option))
                report_unknown(inner, "'" + option + "' is no option of `errata " + name + "`", option,
                               keys_of(*command));
            else if (command == &command_)
                take(inner, node);
            else
                check(*command, inner, node);
        }
    }

    // For each command that has such an option; what the table of this command says comes first.
    void read_general(const toml::key& key, const toml::node& node) {
        const std::string option(key.str());
        std::vector<std::string> known;
        const CLI::App* any = nullptr;
        for (const CLI::App* const command : program_.get_subcommands({})) {
            if (any == nullptr && has_key(*command, option)) any = command;
            for (std::string& name : keys_of(*command)) known.push_back(std::move(name));
        }
        if (any == nullptr)
            return report_unknown(key, "no command has an option '" + option + "'", option, known);
        if (!has_key(command_, option)) return check(*any, key, node);
        if (std::ranges::find(taken_, option) == taken_.end()) take(key, node);
    }

    const CLI::App* find_command(const std::string& name) const {
        for (const CLI::App* const command : program_.get_subcommands({})) {
            if (command->get_name() == name) return command;
        }
        return nullptr;
    }

    // Into the words of the command line, unless that says something itself.
    void take(const toml::key& key, const toml::node& node) {
        taken_.emplace_back(key.str());
        std::vector<std::string> words = words_of(command_, key, node);
        if (!is_right(command_, key, node, words) || is_given(std::string(key.str()))) return;
        std::vector<std::string>& more = key.str() == specs_key     ? specs_
                                         : key.str() == outputs_key ? outputs_
                                         : key.str() == format_key  ? printed_
                                                                    : words_;
        std::ranges::move(words, std::back_inserter(more));
    }

    void check(const CLI::App& command, const toml::key& key, const toml::node& node) {
        is_right(command, key, node, words_of(command, key, node));
    }

    bool is_given(const std::string& key) const {
        if (key == specs_key) return command_.count(specs_argument) > 0;
        const bool is_output = key == outputs_key || key == format_key;
        const auto counts = [&](const char* option) {
            return command_.get_option_no_throw(option) != nullptr && command_.count(option) > 0;
        };
        if (is_output && (counts("--format") || counts("--output"))) return true;
        return key != outputs_key && command_.count("--" + key) > 0;
    }

    // Empty: the value has no such form, which is told, or says nothing.
    std::vector<std::string> words_of(const CLI::App& command, const toml::key& key, const toml::node& node) {
        const std::string option(key.str());
        if (option == outputs_key) return output_words(key, node);
        const CLI::Option& known =
            *command.get_option_no_throw(option == specs_key ? specs_argument : "--" + option);
        const bool is_path = is_a_path(known, option);
        if (const auto flag = node.value_exact<bool>(); flag && known.get_items_expected_max() == 0)
            return *flag ? std::vector<std::string>{"--" + option} : std::vector<std::string>();
        std::vector<std::string> words;
        const auto add = [&](const toml::node& value) {
            const std::optional<std::string> text = text_of(value);
            if (!text) return report_form(key, value);
            const std::string word = is_path ? placed(*text) : *text;
            words.push_back(option == specs_key ? word : "--" + option + "=" + word);
        };
        for_each_value(node, add);
        return words;
    }

    // A file whose ending says its format, or { format = "sarif", file = "errata.sarif" }.
    std::vector<std::string> output_words(const toml::key& key, const toml::node& node) {
        std::vector<std::string> words;
        const auto add = [&](const toml::node& value) {
            if (const toml::table* const both = value.as_table(); both != nullptr) {
                const auto format = (*both)["format"].value<std::string>();
                const auto file = (*both)["file"].value<std::string>();
                if (!format || !file || both->size() != 2) return report_form(key, value);
                words.push_back("--format=" + *format);
                words.push_back("--output=" + placed(*file));
            } else if (const auto file = value.value_exact<std::string>()) {
                words.push_back("--output=" + placed(*file));
            } else {
                report_form(key, value);
            }
        };
        for_each_value(node, add);
        return words;
    }

    // Of a list each, else the one that it is.
    template <class Action>
    static void for_each_value(const toml::node& node, const Action& action) {
        if (const toml::array* const list = node.as_array(); list != nullptr)
            for (const toml::node& value : *list) action(value);
        else
            action(node);
    }

    static std::optional<std::string> text_of(const toml::node& node) {
        if (const auto text = node.value_exact<std::string>()) return *text;
        if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
        if (const auto day = node.value_exact<toml::date>())
            return dsl::date_text(dsl::Date(std::chrono::year(day->year), std::chrono::month(day->month),
                                            std::chrono::day(day->day)));
        return std::nullopt;
    }

    static bool is_a_path(const CLI::Option& option, const std::string& key) {
        const std::string type = option.get_type_name();
        return key == specs_key || type == "FILE" || type == "DIR" || type == "CATALOGUE";
    }

    std::string placed(const std::string& path) const {
        return shown_path((folder_ / path).lexically_normal().generic_string());
    }

    // Whether the parser takes these words; of what it does not it tells why.
    bool is_right(const CLI::App& command, const toml::key& key, const toml::node& node,
                  std::vector<std::string> words) {
        if (words.empty() || key.str() == specs_key) return !words.empty();
        words.insert(words.begin(), command.get_name());
        std::ranges::reverse(words);
        ConfigFlags ignored;
        const std::unique_ptr<CLI::App> program = make_(ignored);
        for (CLI::App* const one : program->get_subcommands({})) {
            for (CLI::Option* const option : one->get_options()) option->required(false);
        }
        try {
            program->parse(words);
            return true;
        } catch (const CLI::RequiresError&) {  // another option, which the command line may bring
            return true;
        } catch (const CLI::ParseError& error) {
            report(dsl::DiagnosticKind::config_value, span_of(node.source()),
                   dsl::visible_word(error.what()));
            return false;
        }
    }

    void report_form(const toml::key& key, const toml::node& value) {
        const std::string_view wanted = key.str() == outputs_key
                                            ? "a file, or { format = \"sarif\", file = \"errata.sarif\" }"
                                            : "a text, a whole number, or a list of them";
        report(dsl::DiagnosticKind::config_value, span_of(value.source()),
               "'" + std::string(key.str()) + "' is " + std::string(wanted));
    }

    void report_unknown(const toml::key& key, const std::string& message, const std::string& word,
                        const std::vector<std::string>& known) {
        const auto near = dsl::nearest(word, known);
        report(dsl::DiagnosticKind::config_key, span_of(key.source()), message,
               near ? "did you mean '" + *near + "'?" : "a key is a long option without its dashes");
    }

    void report(dsl::DiagnosticKind kind, dsl::Span span, const std::string& message,
                const std::string& hint = "") {
        configured_.sink.report(kind, span, message, hint);
    }

    // Its columns count characters, ours bytes.
    std::uint32_t offset_of(const toml::source_position& at) const {
        const std::string& text = configured_.sources.file(number_).text();
        std::size_t offset = 0;
        for (std::uint32_t line = 1; line < at.line && offset < text.size(); ++line)
            offset = std::min(text.find('\n', offset), text.size() - 1) + 1;
        const auto goes_on = [&](std::size_t byte) {
            return byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U;
        };
        for (std::uint32_t column = 1; column < at.column && offset < text.size(); ++column) {
            ++offset;
            while (goes_on(offset)) ++offset;
        }
        return static_cast<std::uint32_t>(offset);
    }

    dsl::Span span_of(const toml::source_region& region) const {
        const std::uint32_t begin = offset_of(region.begin);
        return {number_, begin, std::max(begin + 1, offset_of(region.end))};
    }

    const MakeProgram& make_;
    const CLI::App& program_;
    const CLI::App& command_;
    fs::path folder_;
    Configured& configured_;
    std::uint32_t number_;
    std::vector<std::string> taken_;
    std::vector<std::string> words_;
    std::vector<std::string> outputs_;
    std::vector<std::string> printed_;  // --format, of what is printed
    std::vector<std::string> specs_;
};

// The specs that are typed, of which the first says where to look.
std::string place_to_look(const CLI::App& command) {
    const CLI::Option* const specs = command.get_option_no_throw(specs_argument);
    return specs == nullptr || specs->count() == 0 ? "." : specs->results().front();
}

}  // namespace

void declare_config(CLI::App& program, ConfigFlags& flags) {
    CLI::Option* const file =
        program
            .add_option("--config", flags.file,
                        "The file with options; the nearest errata.toml at or above the spec unless said")
            ->type_name("FILE");
    program.add_flag("--no-config", flags.is_unwanted, "Read no errata.toml")->excludes(file);
    program.fallthrough();
}

Configured with_config(const std::vector<std::string>& arguments, const MakeProgram& make,
                       const dsl::FileReader& reader) {
    Configured configured;
    configured.words = arguments;
    ConfigFlags flags;
    const std::unique_ptr<CLI::App> program = make(flags);
    const CLI::App* const command = parsed(*program, arguments);
    if (command == nullptr || flags.is_unwanted) return configured;
    const std::string file =
        flags.file.empty() ? nearest_config(reader, place_to_look(*command)) : flags.file;
    if (file.empty()) return configured;
    std::optional<std::string> text = reader.read(file);
    if (!text) {
        configured.problem = "cannot read '" + file + "'";
        return configured;
    }
    std::error_code error;
    ConfigReader config(make, *program, *command, fs::absolute(file, error).generic_string(),
                        std::move(*text), configured);
    const std::vector<std::string> words = config.words();
    const auto at = std::ranges::find(configured.words, command->get_name());
    configured.words.insert(at + 1, words.begin(), words.end());
    configured.words.insert(configured.words.end(), config.specs().begin(), config.specs().end());
    return configured;
}

}  // namespace errata::reports
