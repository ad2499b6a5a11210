#include "reports/explain/help.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "dsl/diag/diagnostic.h"
#include "reports/columns.h"
#include "reports/report.h"

namespace errata::reports {

namespace {

constexpr std::size_t page_width = 90;

std::string section(std::string_view heading, std::string_view text) {
    if (text.empty()) return "";
    return "\n" + std::string(heading) + "\n" + wrapped(text, 2, page_width);
}

std::string example_section(std::string_view example, std::string_view litmus = {}) {
    if (example.empty()) return "";
    std::string text = "\nExample";
    if (!litmus.empty()) text += ", from specs/litmus/" + std::string(litmus) + ".rules";
    text += "\n";
    std::size_t from = 0;
    while (from < example.size()) {
        std::size_t end = example.find('\n', from);
        if (end == std::string_view::npos) end = example.size();
        if (end > from) text += "  " + std::string(example.substr(from, end - from));
        text += "\n";
        from = end + 1;
    }
    return text;
}

const DiagnosticHelp* find_diagnostic_help(std::string_view code) {
    for (const DiagnosticHelp& row : all_diagnostic_help()) {
        if (dsl::lower(row.code) == dsl::lower(code)) return &row;
    }
    return nullptr;
}

}  // namespace

const FindingHelp* find_help(compiler::FindingCode code) {
    for (const FindingHelp& row : all_finding_help()) {
        if (row.code == code) return &row;
    }
    return nullptr;
}

std::string Settling::sentence(bool with_policy) const {
    if (!with_policy || policy.empty()) return std::string(words);
    return std::string(words.substr(0, words.size() - 1)) + ", or " + std::string(policy);
}

std::string settle_page(checker::FindingCode code) {
    const FindingHelp* const help = find_help(code);
    return help == nullptr ? "" : help->settle.sentence();
}

std::string help_page(std::string_view code) {
    const std::optional<compiler::FindingCode> known = compiler::find_code(code);
    if (const FindingHelp* help = known ? find_help(*known) : nullptr) {
        const compiler::CodeInfo& row = compiler::info(*known);
        const std::string page = std::string(code) + " (" + std::string(checker::word(row.severity)) +
                                 "): " + std::string(row.title);
        return page + "\n" + section("What it means", help->means) +
               section("How it is decided", help->decided) + section("What to do", help->settle.sentence()) +
               example_section(help->example, help->litmus);
    }
    if (const DiagnosticHelp* help = find_diagnostic_help(code)) {
        std::string page(help->code);
        for (const dsl::DiagnosticInfo& info : dsl::all_diagnostics()) {
            if (info.code == help->code)
                page += " (" + std::string(word(info.severity)) + "): " + std::string(info.title);
        }
        return page + "\n" + section("What it means", help->means) + section("What to do", help->mend) +
               example_section(help->example);
    }
    return "";
}

std::string help_family(std::string_view family) {
    std::vector<std::vector<std::string>> rows;
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        if (word(info.family) != family) continue;
        rows.push_back(
            {std::string(info.name), std::string(checker::word(info.severity)), std::string(info.title)});
    }
    return rows.empty() ? "" : table(rows, 0) + "`errata explain CODE` tells the story of one of them.\n";
}

std::string help_index() {
    std::vector<std::vector<std::string>> rows;
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        rows.push_back(
            {std::string(info.name), std::string(checker::word(info.severity)), std::string(info.title)});
    }
    std::string text = "Findings: what Errata says about a game\n" + table(rows, 2);
    rows.clear();
    for (const dsl::DiagnosticInfo& info : dsl::all_diagnostics()) {
        rows.push_back({std::string(info.code), std::string(word(info.severity)), std::string(info.title)});
    }
    return text + "\nDiagnostics: what Errata says about a text it cannot use\n" + table(rows, 2) +
           "\n`errata explain CODE` tells the story of one of them.\n";
}

std::vector<std::string> all_help_codes() {
    std::vector<std::string> codes;
    for (const compiler::CodeInfo& info : compiler::all_codes()) codes.emplace_back(info.name);
    for (const dsl::DiagnosticInfo& info : dsl::all_diagnostics()) codes.emplace_back(info.code);
    return codes;
}

}  // namespace errata::reports
