#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>

#include "compiler/ir/effects/effects.h"
#include "compiler/ir/print.h"
#include "compiler/smt/print_step.h"
#include "dsl/ast/dump.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/known_words.h"
#include "reports/cli/options.h"
#include "reports/render/state_graph.h"

namespace errata::reports {

namespace {

struct DumpFlags {
    std::string spec;
    std::string stage;
    ScopeWords scope;
};

std::string indented(const std::string& lines, std::size_t by) {
    std::string result;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) result += std::string(by, ' ') + line + "\n";
    return result;
}

int dump_ast(const DumpFlags& flags, Console& console) {
    checker::Session session = checker::read_session(dsl::DiskReader(), flags.spec);
    for (const dsl::ast::Module& module : session.modules) {
        console.out << "-- " << session.sources.file(module.file).path() << "\n" << dsl::ast::dump(module);
    }
    print_diagnostics(session, console.err);
    return session.sink.has_errors() ? exit_wrong : exit_passed;
}

// The lines of the printed items, each with its readings as nested phrases.
void print_readings(const compiler::Model& model, std::ostream& out) {
    for (const compiler::Clause& clause : model.clauses) {
        if (clause.readings.empty()) continue;
        out << clause.name << "\n  " << clause.text << "\n";
        for (std::size_t i = 0; i < clause.readings.size(); ++i) {
            if (clause.readings.size() > 1) out << "    reading " << i + 1 << "\n";
            out << indented(clause.readings[i], 4);
        }
        const auto ambiguous = std::ranges::find_if(model.readings.all, [&](const auto& reading) {
            return &model.clause(reading.clause) == &clause;
        });
        if (ambiguous == model.readings.all.end()) continue;
        for (const std::string& label : model.type(model.variable(ambiguous->variable).type).labels)
            out << "    may mean: " << label << "\n";
    }
}

int dump_text(const checker::Session&, const checker::Part& part, Console& console) {
    print_readings(part.model, console.out);
    return exit_passed;
}

int dump_ir(const checker::Session&, const checker::Part& part, Console& console) {
    console.out << compiler::print(part.model);
    return exit_passed;
}

int dump_effects(const checker::Session&, const checker::Part& part, Console& console) {
    console.out << compiler::print(part.model, compiler::Effects(part.model));
    return exit_passed;
}

int dump_graph(const checker::Session&, const checker::Part& part, Console& console) {
    for (std::size_t setup = 0; setup < part.model.setups.size(); ++setup)
        console.out << (setup > 0 ? "\n" : "") << render_graph(explain_graph(part.model, setup));
    return exit_passed;
}

int dump_smt(const checker::Session& session, const checker::Part& part, Console& console) {
    const std::optional<std::string> step = compiler::print_step(part.model);
    if (!step) {
        complain(console, session.path + ": this model has transitions that cannot be encoded");
        return exit_inconclusive;
    }
    console.out << *step;
    return exit_passed;
}

// How to add one: a row, its name in reports/README.md, a test in tests/unit/reports/program_test.cpp.
struct Stage {
    std::string_view name;
    std::string_view help;
    int (*dump)(const checker::Session& session, const checker::Part& part,
                Console& console);  // null: before anything is compiled
};

constexpr std::array stages{
    Stage{"ast", "the syntax tree", nullptr},
    Stage{"text", "how the printed lines are read", dump_text},
    Stage{"ir", "the compiled model", dump_ir},
    Stage{"effects", "what each clause reads, writes and sets off", dump_effects},
    Stage{"graph", "every state and every way on, by name", dump_graph},
    Stage{"smt", "one transition as SMT-LIB", dump_smt},
};

std::vector<std::string> stage_names() {
    return dsl::mapped(stages, [](const Stage& stage) { return std::string(stage.name); });
}

std::string stage_help() {
    const auto line = [](const Stage& stage) {
        return std::string(stage.name) + ": " + std::string(stage.help);
    };
    return dsl::join(dsl::mapped(stages, line), "; ");
}

int dump(const DumpFlags& flags, Console& console) {
    const Stage& stage = *std::ranges::find(stages, flags.stage, &Stage::name);
    if (stage.dump == nullptr) return dump_ast(flags, console);
    const checker::Session session =
        checker::open_session(dsl::DiskReader(), flags.spec, compile_options(flags.scope));
    print_diagnostics(session, console.err);
    if (session.parts.empty()) return exit_wrong;
    for (const checker::Part& part : session.parts) {
        if (!part.scenario.empty()) console.out << "-- scenario " << part.scenario << "\n";
        if (const int code = stage.dump(session, part, console); code != exit_passed) return code;
    }
    return exit_passed;
}

}  // namespace

void declare_dump(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<DumpFlags>();
    CLI::App& command = *program.add_subcommand("dump", "Show what a stage makes of a spec");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command.add_option("--stage", flags->stage, stage_help())
        ->required()
        ->type_name(dsl::join(stage_names(), " | "))
        ->check(one_of(stage_names()));
    declare_scope(command, flags->scope);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return dump(*flags, console); }; });
}

}  // namespace errata::reports
