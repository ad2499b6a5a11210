#include "reports/explain/explain.h"

#include <algorithm>
#include <set>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/acceptance.h"
#include "reports/explain/alike_items.h"
#include "reports/explain/asked.h"
#include "reports/explain/bearers.h"
#include "reports/explain/board.h"
#include "reports/explain/deciding.h"
#include "reports/explain/names.h"

namespace errata::reports {

using checker::Trace;
using compiler::Change;
using compiler::ClauseId;
using compiler::Model;
using compiler::State;
using compiler::Successor;
using compiler::Value;
using dsl::SourceSet;

namespace {

// Why there is nothing to do, or no solution, is seen from everything.
bool is_about_all(checker::FindingCode code) {
    using enum checker::FindingCode;
    return code == Deadlock || code == GapNoOption || code == ContradictionNoFixpoint ||
           code == ContradictionManyFixpoints;
}

std::string one_line(const std::string& text) {
    std::string result;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!blank)
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

}  // namespace

ClauseLine explain(const Model& model, const SourceSet& sources, ClauseId id) {
    const compiler::Clause& clause = model.clause(id);
    ClauseLine line{
        std::string(compiler::kind_word(clause)),  clause.name, one_line(clause.text), "", 0, clause.rows,
        clause.kind == compiler::ClauseKind::Rule, clause.path};
    if (clause.span.is_valid()) {
        const dsl::SourceFile& file = sources.file(clause.span.file);
        line.file = file.path();
        line.line = file.position(clause.span.begin).line;
    }
    return line;
}

namespace {

std::string place_of(const Model& model, const SourceSet& sources, ClauseId id) {
    if (!id.is_valid()) return "";
    const ClauseLine line = explain(model, sources, id);
    return line.file.empty() ? "" : line.file + ":" + std::to_string(line.line);
}

ChangeLine change_line(const Model& model, const Change& change) {
    return {checker::cell_name(model, change.cell),
            checker::cell_value_text(model, change.cell, change.before),
            checker::cell_value_text(model, change.cell, change.after)};
}

// Several writes of one cell in one step read as one change; a cell that ends as it began did not change.
std::vector<ChangeLine> change_lines(const Model& model, const std::vector<Change>& changes) {
    std::vector<Change> net;
    for (const Change& change : changes) {
        const auto same = [&](const Change& other) { return other.cell == change.cell; };
        const auto earlier = std::find_if(net.begin(), net.end(), same);
        if (earlier == net.end())
            net.push_back(change);
        else
            earlier->after = change.after;
    }
    std::vector<ChangeLine> result;
    for (const Change& change : net) {
        const auto variable = checker::variable_of(model, change.cell);
        if (variable && model.variables[variable->index].is_horizon) continue;
        if (change.before != change.after) result.push_back(change_line(model, change));
    }
    return result;
}

// The clause a step is best explained by: what changed something, else the last that spoke, else the option's
// own.
ClauseId clause_of(const Model& model, const Successor& step) {
    for (const Change& change : step.changes) {
        if (change.clause.is_valid()) return change.clause;
    }
    if (!step.used.empty()) return step.used.back();
    const compiler::Move& move = step.move;
    if (move.kind == compiler::MoveKind::Place) return model.rules.triggers[move.trigger.index].clause;
    if (!move.point.is_valid()) return {};
    const compiler::Point& point = model.flow.points[move.point.index];
    const bool is_option = move.kind == compiler::MoveKind::Option && move.option < point.options.size();
    if (is_option && point.options[move.option].clause.is_valid()) return point.options[move.option].clause;
    return point.clause;
}

bool begins_turn(const Model& model, const State& state) {
    return model.flow.start.is_valid() && top_point(model, state) == model.flow.start;
}

using Object = std::pair<compiler::TypeId, Value>;

// The object a cell is a field of, if it is one.
std::optional<Object> object_of(const Model& model, std::size_t cell) {
    const auto id = checker::variable_of(model, cell);
    if (!id) return std::nullopt;
    const compiler::Variable& variable = model.variable(*id);
    if (!variable.is_field || variable.params.size() != 1) return std::nullopt;
    return Object{variable.params[0],
                  model.type(variable.params[0]).lo + static_cast<Value>(cell - variable.base)};
}

// What changes in a play, and what is named in its moves.
std::set<Object> touched_objects(const Model& model, const Trace& trace) {
    std::set<Object> touched;
    for (const Successor& step : trace.steps) {
        for (const Change& change : step.changes) {
            if (const auto object = object_of(model, change.cell)) touched.insert(*object);
        }
        const compiler::Move& move = step.move;
        if (move.kind == compiler::MoveKind::Option) {
            const auto& binders = model.flow.points[move.point.index].options[move.option].binders;
            for (std::size_t i = 0; i < binders.size() && i < move.bindings.size(); ++i)
                touched.emplace(binders[i].type, move.bindings[i]);
        } else if (move.kind == compiler::MoveKind::Place) {
            const auto& params = model.rules.triggers[move.trigger.index].params;
            for (std::size_t i = 0; i < params.size() && i < move.arguments.size(); ++i)
                touched.emplace(params[i], move.arguments[i]);
        }
    }
    return touched;
}

// More facts than these about what play does not touch tell a reader nothing.
constexpr std::size_t most_aside = 8;

bool matters(const Model& model, std::size_t cell, const std::set<Object>& touched) {
    const auto object = object_of(model, cell);
    return !object || touched.contains(*object);
}

// Does the cell say who bears a printed item of these clauses?
bool bears(const Model& model, std::size_t cell, Value value, const std::vector<ClauseId>& clauses) {
    const auto variable = checker::variable_of(model, cell);
    if (!variable) return false;
    const compiler::TypeId type = model.types.base(model.variable(*variable).type);
    return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
        if (item.identity_type != type || item.identity != value) return false;
        return std::ranges::any_of(item.clauses, [&](ClauseId clause) {
            return std::ranges::find(clauses, clause) != clauses.end();
        });
    });
}

// The printed items whose lines spoke and the objects that changed, by kind: "2 spells, 1 group".
std::string pieces_of(const Model& model, const Trace& trace, const std::vector<ClauseId>& clauses) {
    std::set<ClauseId> spoke(clauses.begin(), clauses.end());
    std::map<std::string, std::set<Value>> objects;
    for (const Successor& step : trace.steps) {
        spoke.insert(step.used.begin(), step.used.end());
        for (const Change& change : step.changes) {
            const auto object = object_of(model, change.cell);
            if (!object || object->first == model.player_type || is_grid(model.type(object->first))) continue;
            objects[model.type(object->first).name].insert(object->second);
        }
    }
    std::map<std::string, std::size_t> cards;
    for (const compiler::PrintedItem& item : model.printed_items) {
        const auto speaks = [&](ClauseId clause) { return spoke.contains(clause); };
        if (std::any_of(item.clauses.begin(), item.clauses.end(), speaks)) ++cards[item.kind];
    }
    const auto counted = [](const auto& entry) { return dsl::count_of(entry.second, entry.first); };
    std::vector<std::string> parts = dsl::mapped(cards, counted);
    for (const auto& [kind, members] : objects) {
        if (!cards.contains(kind)) parts.push_back(dsl::count_of(members.size(), kind));
    }
    return dsl::join(parts, ", ");
}

std::vector<OutcomeLine> outcome_lines(const Model& model, const checker::Finding& finding) {
    // End states are told by where they differ from each other.
    std::set<std::size_t> differing;
    for (const checker::Outcome& a : finding.outcomes) {
        for (const checker::Outcome& b : finding.outcomes) {
            if (!a.state || !b.state) continue;
            for (const Change& change : checker::difference(model, *a.state, *b.state))
                differing.insert(change.cell);
        }
    }
    std::vector<OutcomeLine> result;
    for (const checker::Outcome& outcome : finding.outcomes) {
        OutcomeLine line{outcome.label, {}};
        for (const ChangeLine& change : change_lines(model, outcome.changes)) {
            line.consequences.push_back(change.path + ": " + change.before + " → " + change.after);
        }
        for (const std::size_t cell : outcome.state ? differing : std::set<std::size_t>()) {
            line.consequences.push_back("in the end " + checker::cell_name(model, cell) + " = " +
                                        checker::cell_value_text(model, cell, (*outcome.state)[cell]));
        }
        if (line.consequences.empty()) line.consequences.push_back("nothing changes");
        result.push_back(std::move(line));
    }
    return result;
}

}  // namespace

// A position that no setup describes: what is not as it is declared.
static std::vector<StartLine> whole_position(const Model& model, const State& state) {
    const Board board = draw_board(model, state);
    std::vector<StartLine> lines;
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const compiler::Variable& variable = model.variables[i];
        const bool pictured =
            std::find(board.shown.begin(), board.shown.end(), compiler::VarId(i)) != board.shown.end();
        for (std::size_t cell = variable.base; !pictured && cell < variable.base + variable.cells; ++cell) {
            if (state[cell] == variable.initial) continue;
            lines.push_back(
                {checker::cell_name(model, cell), checker::cell_value_text(model, cell, state[cell]), true});
        }
    }
    return lines;
}

FindingLines explain(const Model& model, const SourceSet& sources, const checker::Finding& finding) {
    FindingLines lines;
    lines.code = code_name(finding.code);
    lines.severity = finding.severity;
    lines.status = finding.status;
    lines.fingerprint = finding.fingerprint;
    lines.title = finding.title;
    lines.explanation = finding.explanation;
    lines.expected = finding.expected;
    lines.accepted = finding.accepted;
    for (const ClauseId clause : finding.clauses) lines.clauses.push_back(explain(model, sources, clause));
    if (finding.witness) {
        lines.witness = explain(model, sources, *finding.witness, finding.clauses);
        if (finding.status == checker::Status::Unconfirmed)
            lines.witness->start = whole_position(model, finding.witness->initial);
        if (finding.witness->steps.empty() || is_about_all(finding.code)) {
            for (auto& cell : lines.witness->start) cell.matters = true;
        }
        lines.witness->pieces = pieces_of(model, *finding.witness, finding.clauses);
        if (finding.loop) {
            lines.witness->growth = finding.loop->growth;
            lines.witness->rounds = finding.loop->rounds;
        }
    }
    lines.minimal_proved = finding.minimal_proved;
    if (finding.loop) {
        const std::string stage(finding.loop->stage ? checker::word(*finding.loop->stage) : "");
        lines.loop = LoopLines{stage,
                               finding.loop->can_keep_going,
                               finding.loop->can_break,
                               change_lines(model, finding.loop->net_change),
                               finding.loop->ways_out,
                               finding.loop->undecided};
    }
    lines.outcomes = outcome_lines(model, finding);
    lines.needs = {finding.readings, finding.versions};
    if (finding.witness) name_by_items(model, *finding.witness, lines);
    lines.alike = alike_items(model, finding.clauses);
    lines.origin = is_asked(model, finding) ? Raising::Asked : Raising::Derived;
    return lines;
}

WitnessLines explain(const Model& model, const SourceSet& sources, const Trace& trace,
                     const std::vector<ClauseId>& clauses) {
    WitnessLines lines;
    const compiler::Setup& setup = setup_of(model, trace.setup);
    lines.setup = setup_name(model, trace.setup);
    const Board board = draw_board(model, trace.initial);
    lines.board = board.lines;
    const std::set<Object> touched = touched_objects(model, trace);
    const std::vector<bool> deciding = read_by(model, clauses);
    std::vector<std::size_t> aside;  // lines that the clauses read though play does not touch them
    for (const std::size_t cell : setup.open) {
        const auto variable = checker::variable_of(model, cell);
        const bool pictured =
            variable && std::find(board.shown.begin(), board.shown.end(), *variable) != board.shown.end();
        const Value value = trace.initial[cell];
        const bool is_named = bears(model, cell, value, clauses);
        if (pictured || (value == setup.values[cell] && !is_named)) continue;
        lines.start.push_back({checker::cell_name(model, cell), checker::cell_value_text(model, cell, value),
                               is_named || matters(model, cell, touched)});
        if (variable && deciding[variable->index] && !lines.start.back().matters)
            aside.push_back(lines.start.size() - 1);
    }
    if (aside.size() <= most_aside) {
        for (const std::size_t line : aside) lines.start[line].matters = true;
    }

    const compiler::Evaluator evaluator(model);
    const State* before = &trace.initial;
    std::size_t turn = 1;
    for (const Successor& step : trace.steps) {
        if (!lines.steps.empty() && begins_turn(model, *before)) ++turn;
        const compiler::Owner owner = evaluator.expand(*before).owner;
        lines.steps.push_back(
            {step.asks ? "rules" : actor_name(model, owner),
             step.asks ? asked_name(model, *before, step.move) : move_name(model, *before, step.move),
             place_of(model, sources, clause_of(model, step)), change_lines(model, step.changes), turn,
             step.asks || owner.kind == compiler::OwnerKind::Rules});
        if (step.next) {
            const std::size_t over = model.layout.over;
            if (step.next->at(over) != before->at(over)) {
                lines.steps.back().changes.push_back(
                    {"the game", "running",
                     "over: " + checker::cell_value_text(model, over, step.next->at(over))});
            }
            before = &*step.next;
        }
    }
    lines.loop_start = trace.loop_start;
    return lines;
}

Report explain(const std::vector<Checked>& checked, const SourceSet& sources, const dsl::Sink& sink,
               const std::string& spec) {
    Report report;
    report.spec = spec;
    report.diagnostics = lines(sink, sources);
    report.checked = true;
    report.title = checked[0].model->title;
    for (const auto& [name, value] : checked[0].model->scope.sizes) report.scope[name] = value;
    report.has_expectations = checked[0].result->has_expectations;
    for (const compiler::Setup& setup : checked[0].model->setups) {
        if (!setup.screening) report.setups.push_back(setup.name);
    }
    for (const auto& [model, result] : checked) {
        for (const checker::Verdict& verdict : result->verdicts) {
            report.verdicts.push_back({verdict.claim, verdict.status, verdict.detail,
                                       checker::topic_of(verdict.about, verdict.claim), verdict.is_open,
                                       verdict.is_open ? verdict.limit : ""});
        }
        for (const checker::Finding& finding : result->findings) {
            report.findings.push_back(explain(*model, sources, finding));
            explain_acceptance(*model, sources, finding, report.findings.back());
        }
        report.missing.insert(report.missing.end(), result->missing.begin(), result->missing.end());
        report.not_analysed.insert(report.not_analysed.end(), result->not_analysed.begin(),
                                   result->not_analysed.end());
        for (const auto& [statistic, value] : result->stats) {
            if (checker::joining(statistic) == checker::Joining::Time) continue;
            double& total = report.stats[std::string(checker::word(statistic))];
            total = checker::joined(statistic, total, value);
        }
        if (result->screened) report.screened = result->screened;
        for (const std::string& what : model->asked.not_screened) report.not_analysed.push_back(what);
        report.inconclusive = report.inconclusive || result->inconclusive;
        report.stopped = report.stopped || result->stopped;
    }
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const FindingLines& a, const FindingLines& b) { return a.severity < b.severity; });
    std::sort(report.not_analysed.begin(), report.not_analysed.end());
    report.not_analysed.erase(std::unique(report.not_analysed.begin(), report.not_analysed.end()),
                              report.not_analysed.end());
    return report;
}

Report explain_errors(const SourceSet& sources, const dsl::Sink& sink, const std::string& spec) {
    Report report;
    report.spec = spec;
    report.diagnostics = lines(sink, sources);
    return report;
}

}  // namespace errata::reports
