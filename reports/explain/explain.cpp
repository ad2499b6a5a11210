#include "reports/explain/explain.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "checker/causes/reading_dependence.h"
#include "checker/claims/asked_about.h"
#include "checker/claims/undefined_terms.h"
#include "checker/headline.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/steps.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/hash.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/acceptance.h"
#include "reports/explain/alike_items.h"
#include "reports/explain/asked.h"
#include "reports/explain/bearers.h"
#include "reports/explain/board.h"
#include "reports/explain/changes.h"
#include "reports/explain/definitions.h"
#include "reports/explain/names.h"
#include "reports/explain/quote.h"
#include "reports/explain/settle.h"
#include "reports/explain/speakers.h"
#include "reports/explain/start.h"
#include "reports/words/facts.h"

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

// What is carried out step by step: where it begins tells which one it is.
bool is_body(compiler::ClauseKind kind) {
    return checker::is_frame(kind) || kind == compiler::ClauseKind::Scenario;
}

bool is_claim(compiler::ClauseKind kind) {
    using enum compiler::ClauseKind;
    return kind == Check || kind == Ruling || kind == Partition;
}

bool is_about_claim(const Model& model, const checker::Finding& finding) {
    return std::ranges::any_of(finding.clauses, [&](ClauseId id) { return is_claim(model.clause(id).kind); });
}

std::string place_of(const SourceSet& sources, dsl::Span span) {
    const dsl::SourceFile& file = sources.file(span.file);
    return file.path() + ":" + std::to_string(file.position(span.begin).line);
}

}  // namespace

ClauseLine explain(const Model& model, const SourceSet& sources, ClauseId id) {
    const compiler::Clause& clause = model.clause(id);
    const std::string text = one_line(clause.text);
    ClauseLine line{std::string(compiler::kind_word(clause)),
                    clause.name,
                    is_body(clause.kind) ? quoted(text) : text,
                    "",
                    0,
                    clause.rows,
                    clause.kind == compiler::ClauseKind::Rule,
                    clause.path};
    line.is_claim = is_claim(clause.kind);
    line.is_printed = clause.kind == compiler::ClauseKind::Printed;
    line.is_base = clause.kind == compiler::ClauseKind::Derived;
    const auto place = [&](dsl::Span phrase) { return place_of(sources, phrase); };
    line.reading = dsl::join(dsl::mapped(clause.phrases, place), ", ");
    line.is_body = is_body(clause.kind);
    if (clause.span.is_valid()) {
        const dsl::SourceFile& file = sources.file(clause.span.file);
        line.file = file.path();
        line.line = file.position(clause.span.begin).line;
        line.written = as_written(sources, clause.span, line.is_body ? longest_body : std::string::npos);
    }
    return line;
}

namespace {

// Of a step: a move where its option is written, all else at the clause that spoke.
std::string place_of(const Model& model, const SourceSet& sources, const Successor& step) {
    dsl::Span span = step.asks ? dsl::Span() : place_of_option(model, step.move);
    const ClauseId speaking = speaking_clause(model, step);
    if (!span.is_valid() && speaking.is_valid()) span = model.clause(speaking).span;
    return span.is_valid() ? place_of(sources, span) : "";
}

bool begins_turn(const Model& model, const State& state) {
    return model.flow.start.is_valid() && top_point(model, state) == model.flow.start;
}

// The printed items whose lines spoke and the objects that changed, by kind: "2 spells, 1 group that
// changes".
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
    std::vector<std::string> changing;
    std::size_t number = 0;
    for (const auto& [kind, members] : objects) {
        if (cards.contains(kind)) continue;
        changing.push_back(dsl::count_of(members.size(), kind));
        number += members.size();
    }
    if (number > 0)
        parts.push_back(checker::list_text(changing) + (number == 1 ? " that changes" : " that change"));
    return dsl::join(parts, ", ");
}

// How the game ends and who is where, and then the rest, in order. In which phase play rests says nothing
// beside anything else.
std::vector<std::size_t> most_seen_first(const Model& model, const std::set<std::size_t>& cells) {
    std::vector<std::size_t> result(cells.begin(), cells.end());
    const auto is_phase = [&](std::size_t cell) {
        const auto variable = checker::variable_of(model, cell);
        return variable && model.variable(*variable).is_phase;
    };
    if (!std::ranges::all_of(result, is_phase)) std::erase_if(result, is_phase);
    const auto is_kept_in_mind = [&](std::size_t cell) {
        const auto variable = checker::variable_of(model, cell);
        if (!variable) return cell != model.layout.over;
        return !is_grid(model.type(model.types.base(model.variable(*variable).type)));
    };
    std::ranges::stable_sort(result, {}, is_kept_in_mind);
    return result;
}

// The first few.
std::vector<std::string> chosen_on_the_way(const checker::Outcome& outcome, const Naming& naming) {
    constexpr std::size_t most_chosen = 4;
    std::vector<std::string> chosen = dsl::mapped(outcome.chosen, naming);
    if (chosen.size() > most_chosen) {
        chosen.resize(most_chosen - 1);
        chosen.push_back("and so on: " + dsl::count_of(outcome.chosen.size() - chosen.size(), "more choice"));
    }
    return chosen;
}

// Does the card or rule of the clause act in another outcome, too?
bool acts_in_another(const Model& model, const std::vector<checker::Outcome>& outcomes, std::size_t number,
                     ClauseId clause) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const bool acts = i != number && std::ranges::any_of(outcomes[i].acting, [&](ClauseId other) {
                              return model.clause(other).name == model.clause(clause).name;
                          });
        if (acts) return true;
    }
    return false;
}

std::vector<OutcomeLine> outcome_lines(const Model& model, const checker::Finding& finding,
                                       const PlayNames& names) {
    // End states are told by where they differ from each other.
    std::set<std::size_t> differing;
    for (const checker::Outcome& a : finding.outcomes) {
        for (const checker::Outcome& b : finding.outcomes) {
            if (!a.state || !b.state) continue;
            for (const Change& change : checker::difference(model, *a.state, *b.state))
                differing.insert(change.cell);
        }
    }
    const std::vector<std::size_t> told = most_seen_first(model, differing);
    const auto name_of = [&](ClauseId clause) { return model.clause(clause).name; };
    std::vector<OutcomeLine> result;
    for (std::size_t i = 0; i < finding.outcomes.size(); ++i) {
        const checker::Outcome& outcome = finding.outcomes[i];
        OutcomeLine line{names.in_moves(outcome.label), {}};
        if (!outcome.what.empty()) line.consequences.push_back(names.everywhere(outcome.what));
        std::vector<ClauseId> acting = checker::acting_only_in(model, finding.outcomes, i);
        // A card or rule that acts elsewhere in another way is not told by its name.
        std::erase_if(acting,
                      [&](ClauseId clause) { return acts_in_another(model, finding.outcomes, i, clause); });
        if (!acting.empty())
            line.consequences.push_back(
                std::string(acting.size() == 1 ? "only here acts " : "only here act ") +
                checker::list_text(dsl::mapped(acting, name_of)));
        std::ranges::copy(chosen_on_the_way(outcome, names.everywhere),
                          std::back_inserter(line.consequences));
        const bool has_end = outcome.state && !differing.empty();
        const std::vector<ChangeLine> changes =
            has_end ? std::vector<ChangeLine>()
                    : change_lines(model, outcome.changes, nullptr, names.everywhere);
        for (const ChangeLine& change : changes)
            line.consequences.push_back(change.path + ": " + change.before + " → " + change.after);
        for (const std::size_t cell : has_end ? told : std::vector<std::size_t>()) {
            line.consequences.push_back(
                names.everywhere(checker::cell_name(model, cell) + " = " +
                                 checker::cell_value_text(model, cell, (*outcome.state)[cell])));
        }
        if (line.consequences.empty()) line.consequences.push_back("nothing changes");
        if (has_end && finding.witness)
            line.board = draw_board(model, *outcome.state, names.everywhere).lines;
        result.push_back(std::move(line));
    }
    return result;
}

}  // namespace

namespace {

LoopLines loop_lines(const Model& model, const checker::LoopFacts& loop, Language language,
                     const PlayNames& names = {}) {
    const auto way_out = [&](const checker::WayOut& way) {
        return WayOutLine{way.player, names.in_moves(way.option), way.step};
    };
    return {std::string(loop.stage ? checker::word(*loop.stage) : ""),
            loop.can_keep_going,
            loop.can_break,
            change_lines(model, loop.net_change, nullptr, names.everywhere),
            dsl::mapped(loop.ways_out, way_out),
            loop.undecided ? said(*loop.undecided, language) : ""};
}

// A position that play comes to: whether it does is up to who chooses on the way.
bool is_come_to(checker::FindingCode code) {
    using enum compiler::FindingFamily;
    constexpr std::array families = {Loop, Contradiction, Order, Gap, Deadlock, Ambiguous};
    return std::ranges::find(families, family_of(code)) != families.end();
}

std::string chooser_name(const Model& model, const compiler::Owner& owner) {
    if (owner.kind == compiler::OwnerKind::Nobody) return "what the rules leave open";
    if (owner.kind == compiler::OwnerKind::Elsewhere) return "rules that the spec leaves out";
    return actor_name(model, owner);
}

// Are there several moves, whatever nobody decides in them?
bool is_choice(const compiler::Expansion& expansion) {
    return std::ranges::any_of(expansion.successors, [&](const Successor& other) {
        return !checker::is_same_choice(expansion.successors.front().move, other.move);
    });
}

// An order of triggers, or one of several outcomes: asked by `leaning`, whose answer is among the facts. An
// order in question is not asked.
bool is_without_weight(const compiler::Expansion& expansion, const Successor& step,
                       const checker::Finding& finding) {
    if (expansion.owner.kind == compiler::OwnerKind::Player && is_choice(expansion)) return false;
    if (is_of(finding.code, compiler::FindingFamily::Order)) return false;
    if (!is_choice(expansion)) return !has(finding.facts, checker::FactKind::LeansUndecided);
    return step.move.kind == compiler::MoveKind::Place &&
           expansion.owner.kind == compiler::OwnerKind::Nobody &&
           !has(finding.facts, checker::FactKind::LeansOrder);
}

// Who decides between several ways on that play; of what repeats, on the way there.
std::vector<ChooserLine> choosers_of(const Model& model, const checker::Finding& finding) {
    using enum compiler::OwnerKind;
    const compiler::Evaluator evaluator(model);
    std::vector<ChooserLine> choosers;
    const Trace& trace = *finding.witness;
    const State* before = &trace.initial;
    const std::span<const Successor> steps(trace.steps);
    const bool has_rounds = finding.loop && !finding.loop->rounds.empty();
    const std::size_t rounds_begin = has_rounds ? finding.loop->rounds.front() : steps.size();
    for (const Successor& step : steps.first(trace.loop_start.value_or(rounds_begin))) {
        const compiler::Expansion expansion = evaluator.expand(*before);
        const bool decides = !step.asks && expansion.successors.size() > 1 && expansion.owner.kind != Rules &&
                             !is_without_weight(expansion, step, finding);
        // One choice with several outcomes is nobody's.
        const compiler::Owner owner = is_choice(expansion) ? expansion.owner : compiler::Owner{Nobody};
        const ChooserLine chooser{chooser_name(model, owner), owner.kind == Player};
        if (decides && std::ranges::find(choosers, chooser) == choosers.end()) choosers.push_back(chooser);
        if (step.next) before = &*step.next;
    }
    return choosers;
}

SituationLine situation_line(const Model& model, const checker::Situation& situation, Language language) {
    SituationLine line{setup_name(model, situation.setup), situation.steps, std::nullopt};
    if (situation.loop) line.loop = loop_lines(model, *situation.loop, language);
    return line;
}

// What the readings say that the play needs: the clauses of these alternatives.
std::vector<ClauseLine> clauses_needed(const Model& model, const SourceSet& sources,
                                       const checker::Finding& finding) {
    std::vector<ClauseLine> lines;
    for (const compiler::Reading& reading : model.readings.all) {
        const std::vector<std::string>& labels = model.type(model.variable(reading.variable).type).labels;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const std::string needed = checker::reading_name(model, reading, static_cast<Value>(i));
            if (std::ranges::find(finding.needs.readings, needed) == finding.needs.readings.end()) continue;
            const std::string name = model.clause(reading.clause).name + " (" + labels[i] + ")";
            for (std::size_t k = 0; k < model.clauses.size(); ++k) {
                const bool is_named =
                    std::ranges::find(finding.clauses, ClauseId(k)) != finding.clauses.end();
                if (model.clauses[k].name == name && !is_named)
                    lines.push_back(explain(model, sources, ClauseId(k)));
            }
        }
    }
    return lines;
}

std::vector<AssumptionLine> assumptions_needed(const Model& model, const checker::Finding& finding) {
    std::vector<AssumptionLine> lines;
    for (const compiler::Assumption& one : model.assumptions) {
        if (std::ranges::find(finding.needs.assumptions, one.name) != finding.needs.assumptions.end())
            lines.push_back({one.name, one.text});
    }
    return lines;
}

// The finding's clauses, those by which they apply, and those that say something about what is left open.
std::vector<ClauseId> all_quoted(const Model& model, const checker::Finding& finding) {
    std::vector<ClauseId> result = finding.clauses;
    for (const ClauseId clause : finding.needs.clauses) checker::add_clause(result, clause);
    for (const ClauseId clause : checker::who_speaks(model, finding)) checker::add_clause(result, clause);
    return result;
}

SubjectLines subject_lines(const Model& model, const checker::Finding& finding) {
    SubjectLines lines;
    checker::About about = finding.about;
    lines.sort = about.sort;
    if (about.var.is_valid()) lines.variable = model.variable(about.var).name;
    if (about.at.is_valid()) lines.met_by = model.clause(about.at).name;
    lines.barring = checker::clause_names(model, finding.barring);
    about.var = {};
    lines.names = checker::names_in(model, about);
    lines.barring_count = finding.barring.size();
    const compiler::OpenFunction* const open = checker::left_open(model, finding);
    lines.is_predicate = open != nullptr && model.type(open->type).form == compiler::TypeForm::Bool;
    if (const compiler::Incident* const incident = checker::incident_of(model, about))
        lines.incident = incident->kind;
    if (finding.missing) lines.missing = said(fact(model, *finding.missing));
    lines.question = checker::question_key(model, finding);
    return lines;
}

// SubjectLines::question of a finding about it.
std::string gap_key(const Model& model, compiler::IncidentId gap) {
    checker::Finding finding;
    finding.code = compiler::FindingCode::GapUndefined;
    finding.about = checker::about(gap);
    return checker::question_key(model, finding);
}

// WitnessLines::play.
std::string play_key(const Model& model, const Trace& trace) {
    std::string key = setup_name(model, trace.setup);
    const auto add = [&](const auto& numbers) {
        for (const Value number : numbers) key += " " + std::to_string(number);
        key += ";";
    };
    add(trace.initial);
    for (const Successor& step : trace.steps) {
        const compiler::Move& move = step.move;
        add(std::array{static_cast<Value>(move.kind), Value{move.point.index}, Value{move.option},
                       Value{move.trigger.index}});
        add(move.bindings);
        add(move.arguments);
        for (const auto& [incident, outcome] : move.outcomes)
            add(std::array{Value{incident.index}, Value{outcome}});
    }
    return dsl::hash_of(key);
}

// Without its board and the values at its start.
WitnessLines witness_lines(const Model& model, const SourceSet& sources, const Trace& trace,
                           const PlayNames& names) {
    WitnessLines lines;
    lines.setup = setup_name(model, trace.setup);
    lines.play = play_key(model, trace);
    const compiler::Evaluator evaluator(model);
    const State* before = &trace.initial;
    std::size_t turn = 1;
    bool has_begun = !begins_turn(model, trace.initial);  // state checks may come before the first turn
    for (const Successor& step : trace.steps) {
        if (begins_turn(model, *before) && step.move.kind != compiler::MoveKind::Settle &&
            step.move.kind != compiler::MoveKind::Place && std::exchange(has_begun, true))
            ++turn;
        const compiler::Owner owner = evaluator.expand(*before).owner;
        lines.steps.push_back({step.asks ? "rules" : actor_name(model, owner),
                               names.in_moves(step.asks ? asked_name(model, *before, step.move)
                                                        : step_name(model, *before, step, owner)),
                               place_of(model, sources, step),
                               change_lines(model, step.changes, before, names.everywhere), turn,
                               step.asks || owner.kind == compiler::OwnerKind::Rules,
                               step.asks ? std::string() : names.in_moves(undecided_words(model, step)),
                               step.move.kind == compiler::MoveKind::Place});
        if (step.next) {
            const std::size_t over = model.layout.over;
            if (step.next->at(over) != before->at(over)) {
                lines.steps.back().changes.push_back(
                    {"the game", "running",
                     "over: " + checker::cell_value_text(model, over, step.next->at(over)).text()});
            }
            before = &*step.next;
        }
    }
    lines.loop_start = trace.loop_start;
    return lines;
}

// The values at its start that are told. `words`: of its clauses.
std::vector<StartCell> told_at_start(const Model& model, const checker::Finding& finding,
                                     const std::set<std::string>& words) {
    const Trace& play = *finding.witness;
    std::vector<StartCell> start = finding.status == checker::Status::Unconfirmed
                                       ? whole_position(model, play.initial)
                                       : start_cells(model, play, all_quoted(model, finding));
    if (play.steps.empty() || is(finding.code, compiler::CodeNature::Whole)) {
        for (StartCell& cell : start) cell.matters = true;
    }
    std::ranges::move(named_values(model, play, words, start), std::back_inserter(start));
    std::ranges::move(values_of_named(model, finding, start), std::back_inserter(start));
    if (finding.status == checker::Status::Refuted) set_aside_what_does_not_matter(model, finding, start);
    return start;
}

}  // namespace

FindingLines explain(const Model& model, const SourceSet& sources, const checker::Finding& finding,
                     Language language) {
    FindingLines lines;
    lines.code = finding.code;
    lines.severity = finding.severity;
    lines.status = finding.status;
    lines.fingerprint = finding.fingerprint;
    lines.digest = checker::digest_of(model, finding);
    lines.about = subject_lines(model, finding);
    lines.title = said(checker::headline(model, finding), language);
    lines.facts = finding.facts;
    const PlayNames names = finding.witness ? play_names(model, *finding.witness) : PlayNames();
    lines.explanation = said(finding.facts, language, names.everywhere);
    lines.expected = finding.expected;
    lines.accepted = finding.accepted;
    lines.order = finding.order;
    lines.advice.settle = settle_sentence(model, sources, finding);
    const compiler::OpenFunction* const disputed = checker::contradicted(model, finding);
    for (const ClauseId clause : finding.clauses) {
        lines.clauses.push_back(explain(model, sources, clause));
        lines.clauses.back().is_frame = is_about_claim(model, finding) && is_body(model.clause(clause).kind);
        lines.clauses.back().denies =
            disputed && checker::says(*disputed, clause, false) && !checker::says(*disputed, clause, true);
    }
    // Of a round what is printed comes first: rules go round with whatever is printed.
    if (compiler::is_of(finding.code, compiler::FindingFamily::Loop))
        std::ranges::stable_sort(lines.clauses, std::ranges::greater(), &ClauseLine::is_printed);
    for (const ClauseId clause : finding.needs.clauses) {
        lines.clauses.push_back(explain(model, sources, clause));
        lines.clauses.back().is_frame = true;
    }
    if (finding.witness) {
        lines.witness = witness_lines(model, sources, *finding.witness, names);
        lines.witness->board = draw_board(model, finding.witness->initial, names.everywhere).lines;
        lines.witness->pieces = pieces_of(model, *finding.witness, finding.clauses);
        for (const checker::Situation& situation : finding.elsewhere)
            lines.witness->elsewhere.push_back(situation_line(model, situation, language));
        if (is_come_to(finding.code)) lines.witness->choosers = choosers_of(model, finding);
        // Of what repeats it is told who can keep it going and who can break it.
        if (finding.loop && lines.witness->choosers && lines.witness->choosers->empty())
            lines.witness->choosers.reset();
        if (finding.loop) {
            lines.witness->growth = list_said(finding.loop->growth, language, names.everywhere);
            lines.witness->rounds = finding.loop->rounds;
        }
    }
    lines.minimal_proved = finding.minimal_proved;
    if (finding.loop) lines.loop = loop_lines(model, *finding.loop, language, names);
    lines.outcomes = outcome_lines(model, finding, names);
    lines.needs = {
        finding.needs.readings,
        finding.needs.versions,
        assumptions_needed(model, finding),
        clauses_needed(model, sources, finding),
        dsl::mapped(finding.needs.disagreeing, [&](ClauseId id) { return model.clause(id).path; }),
        dsl::mapped(finding.needs.left_open, [&](compiler::IncidentId id) { return gap_key(model, id); })};
    Around around = definitions_used(model, sources, finding);
    if (finding.witness) {
        const std::vector<StartCell> start = told_at_start(model, finding, around.words);
        lines.witness->start = start_lines(model, finding.witness->initial, start, names.everywhere);
    }
    lines.definitions = std::move(around.lines);
    lines.alike = alike_items(model, finding.clauses);
    lines.origin = is_asked(model, finding) ? Raising::Asked : Raising::Derived;
    return lines;
}

WitnessLines explain(const Model& model, const SourceSet& sources, const Trace& trace) {
    const PlayNames names = play_names(model, trace);
    WitnessLines lines = witness_lines(model, sources, trace, names);
    lines.board = draw_board(model, trace.initial, names.everywhere).lines;
    lines.start = start_lines(model, trace.initial, start_cells(model, trace, {}), names.everywhere);
    return lines;
}

}  // namespace errata::reports
