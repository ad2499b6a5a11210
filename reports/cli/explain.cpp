#include <CLI/CLI.hpp>

#include <memory>

#include "checker/verdict.h"
#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/explain/help.h"

namespace errata::reports {

namespace {

// "contradiction.must-cannot" of "must-cannot", if one code alone ends so.
std::string whole_code(const std::string& code) {
    std::vector<std::string> known = all_help_codes();
    std::erase_if(known, [&](const std::string& one) { return one != code && !one.ends_with("." + code); });
    return known.size() == 1 ? known.front() : code;
}

int explain_code(const std::string& code, Console& console) {
    std::string text = code.empty() ? help_index() : help_page(whole_code(code));
    if (text.empty()) text = help_family(code);
    console.out << text;
    if (!text.empty()) return exit_passed;
    if (checker::looks_like_fingerprint(code)) {
        complain(console, "'" + code + "' is a finding, not a code");
        console.err << "  `errata check SPEC --only '" << code << "'` tells everything about it\n";
        return exit_wrong;
    }
    complain(console, "no code is called '" + code + "'");
    if (const auto near = dsl::nearest(code, all_help_codes()))
        console.err << "  did you mean '" << *near << "'?\n";
    else
        console.err << "  `errata explain` lists all\n";
    return exit_wrong;
}

}  // namespace

void declare_explain(CLI::App& program, Chosen& chosen) {
    const auto code = std::make_shared<std::string>();
    CLI::App& command = *program.add_subcommand("explain", "Tell what a code means and what to do about it");
    command.add_option("CODE", *code, "A finding or diagnostic code; without one all are listed");
    command.callback(
        [code, &chosen] { chosen.run = [code](Console& console) { return explain_code(*code, console); }; });
}

}  // namespace errata::reports
