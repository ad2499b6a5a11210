#include "reports/explain/read_back.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>

#include "checker/causes/experiment.h"
#include "checker/explicit/setup_parts.h"
#include "checker/plays/carried_out.h"
#include "checker/search/workbench.h"
#include "dsl/base/check.h"
#include "dsl/base/hash.h"
#include "dsl/base/mapped.h"
#include "dsl/phrases/token.h"
#include "reports/explain/changes.h"
#include "reports/explain/names.h"

namespace errata::reports {

using compiler::ClauseId;
using compiler::Model;

namespace {

constexpr std::size_t most_examples = 2;

// Of a text that is not carried out itself, states in which it is in force and the game is compared with that
// without it.
constexpr std::size_t most_comparisons = 20'000;

// What one text does in play.
class Examples {
public:
    // `in_force`: the closed term that says when it is.
    Examples(const Model& model, ClauseId clause, compiler::TermId in_force)
        : model_(model),
          in_force_(in_force),
          clause_(clause),
          with_it_(model),
          without_it_(model, checker::all_but(with_it_, {clause})) {}

    // At most two: rather of the text itself being carried out than of its part in something else.
    std::vector<ReadExample> take() { return std::move(own_.empty() ? besides_ : own_); }
    bool is_done() const { return own_.size() == most_examples; }

    void look_at(const compiler::State& state, const compiler::Expansion& expansion) {
        // What is carried out of the text tells more than what it took part in.
        const compiler::PointId point = top_point(model_, state);
        const bool is_own = point.is_valid() && model_.flow.points[point.index].clause == clause_;
        if (is_own) return note_own(state, expansion);
        if (besides_.size() == most_examples || with_it_.value(in_force_, state) != compiler::Value{1})
            return;
        if (comparisons_++ < most_comparisons) compare(state, expansion);
    }

private:
    static void add(std::vector<ReadExample>& examples, ReadExample example) {
        const bool is_new = std::ranges::none_of(examples, [&](const ReadExample& other) {
            return other.effect == example.effect && other.changes == example.changes;
        });
        if (is_new && examples.size() < most_examples) examples.push_back(std::move(example));
    }

    ReadExample example(ReadEffect effect, const compiler::State& state, const compiler::Expansion& expansion,
                        const compiler::Successor& step) const {
        return {effect,
                actor_name(model_, expansion.owner),
                checker::move_text(model_, state, step.move).text(),
                {}};
    }

    void note_own(const compiler::State& state, const compiler::Expansion& expansion) {
        for (const compiler::Successor& successor : expansion.successors) {
            if (!successor.next) continue;
            ReadExample found = example(ReadEffect::Does, state, expansion, successor);
            found.changes = lines(successor.changes, state);
            if (!found.changes.empty()) add(own_, std::move(found));
        }
    }

    void compare(const compiler::State& state, const compiler::Expansion& expansion) {
        const compiler::Expansion without = without_it_.expand(state);
        for (const compiler::Successor& step : expansion.successors) {
            const compiler::Successor* const other = same_move(without, step);
            if (other == nullptr) {
                add(besides_, example(ReadEffect::Allows, state, expansion, step));
            } else if (step.next && other->next && step.next != other->next &&
                       !is_set_off(*step.next, *other->next)) {
                ReadExample found = example(ReadEffect::Instead, state, expansion, step);
                found.changes = lines(difference(*other->next, *step.next), state);
                if (!found.changes.empty()) add(besides_, std::move(found));
            }
        }
        for (const compiler::Successor& step : without.successors) {
            if (same_move(expansion, step) == nullptr)
                add(besides_, example(ReadEffect::Forbids, state, without, step));
        }
    }

    static const compiler::Successor* same_move(const compiler::Expansion& expansion,
                                                const compiler::Successor& step) {
        const auto found = std::ranges::find(expansion.successors, step.move, &compiler::Successor::move);
        return found == expansion.successors.end() ? nullptr : &*found;
    }

    // The text waits to be carried out, while the game without it has gone on: what the text does comes
    // later.
    bool is_set_off(const compiler::State& with_it, const compiler::State& without_it) const {
        return checker::left_to_do(model_, with_it) > checker::left_to_do(model_, without_it);
    }

    std::vector<compiler::Change> difference(const compiler::State& from, const compiler::State& to) const {
        std::vector<compiler::Change> result;
        for (std::size_t cell = 0; cell < model_.layout.over; ++cell) {
            if (from[cell] != to[cell]) result.push_back({cell, from[cell], to[cell], clause_});
        }
        return result;
    }

    std::vector<ChangeLine> lines(const std::vector<compiler::Change>& changes,
                                  const compiler::State& state) const {
        std::vector<ChangeLine> result = change_lines(model_, changes, &state);
        std::erase_if(result, [](const ChangeLine& change) { return change.is_phase; });
        return result;
    }

    const Model& model_;
    compiler::TermId in_force_;
    ClauseId clause_;
    compiler::Evaluator with_it_;
    compiler::Evaluator without_it_;
    std::vector<ReadExample> own_;
    std::vector<ReadExample> besides_;
    std::size_t comparisons_ = 0;
};

// The cells that may hold the item.
std::vector<std::size_t> places_of(const Model& model, const compiler::PrintedItem& item) {
    std::vector<std::size_t> result;
    for (const compiler::Variable& variable : model.variables) {
        if (!refers_to(model, variable.type, item.identity_type)) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) result.push_back(variable.base + i);
    }
    return result;
}

// The setups with the item laid out: where a setup leaves open what some cells hold, once with the item in
// each of them. What is met with other items tells nothing of this one. If no setup has it, it takes the
// place of each item in turn.
std::vector<compiler::Setup> laid_out(const Model& model, const compiler::PrintedItem& item) {
    std::vector<compiler::Setup> result;
    std::vector<compiler::Setup> put_there;
    bool is_somewhere = false;
    const std::vector<std::size_t> places = places_of(model, item);
    for (const compiler::Setup& setup : model.setups) {
        const std::size_t before = result.size();
        for (const std::size_t cell : places) {
            if (std::ranges::find(setup.open, cell) != setup.open.end()) {
                checker::narrow(result.emplace_back(setup), {cell, item.identity, item.identity});
                is_somewhere = true;
            }
            is_somewhere = is_somewhere || setup.values[cell] == item.identity;
            put_there.emplace_back(setup).values[cell] = item.identity;
        }
        if (result.size() == before) result.push_back(setup);
    }
    return is_somewhere ? result : put_there;
}

// Of each text of the item, in the states that can be reached; says in the result how many these were.
void find_examples(const Model& whole, const compiler::PrintedItem& item, ReadBack& result) {
    Model model = whole;
    model.setups = laid_out(whole, item);
    std::deque<Examples> examples;
    for (const ClauseId clause : item.clauses) examples.emplace_back(model, clause, item.functions);
    result.saw_all = true;
    for (std::size_t setup = 0;
         setup < model.setups.size() && !std::ranges::all_of(examples, &Examples::is_done); ++setup) {
        checker::Workbench::Limits limits;
        limits.budget.states = most_read_back_states;
        limits.reductions = checker::no_reductions;
        limits.reductions.readings = true;
        checker::Workbench workbench(compiler::Evaluator(model), limits);
        const checker::Reach* const reach = workbench.reach(setup);
        if (reach == nullptr) {
            result.saw_all = false;
            continue;
        }
        const checker::Exploration& exploration = reach->exploration();
        const std::size_t seen = exploration.outcome().expanded;
        result.saw_all = result.saw_all && seen == exploration.size();
        result.positions += seen;
        for (std::size_t i = 0; i < seen; ++i) {
            const compiler::State state = exploration.state(checker::StateId(i));
            const compiler::Expansion expansion = workbench.evaluator().expand(state);
            for (Examples& of_text : examples) {
                if (!of_text.is_done()) of_text.look_at(state, expansion);
            }
        }
    }
    for (std::size_t i = 0; i < examples.size(); ++i) result.texts[i].examples = examples[i].take();
}

// Files of libraries among those in which the phrases of the text stand.
std::vector<std::string> libraries_of(const checker::Session& session, const compiler::Clause& clause) {
    std::vector<std::string> result;
    for (const dsl::Span phrase : clause.phrases) {
        for (const dsl::ast::Module& module : session.modules) {
            if (module.file != phrase.file || !module.is_library) continue;
            const std::filesystem::path path(session.sources.file(module.file).path());
            std::string name = (path.parent_path().filename() / path.filename()).generic_string();
            if (std::ranges::find(result, name) == result.end()) result.push_back(std::move(name));
        }
    }
    return result;
}

// Where some phrase has brackets in its words, these are no reminders.
std::vector<std::string> reminders_in(const std::string& text, const std::vector<std::string>& readings) {
    const bool are_read = std::ranges::any_of(
        readings, [](const std::string& reading) { return reading.find("\\(") != std::string::npos; });
    if (are_read) return {};
    return dsl::mapped(dsl::tokenise(text).reminders,
                       [&](const dsl::TextRange& range) { return text.substr(range.offset, range.length); });
}

// `read`: the variables that a text reads.
std::vector<AssumptionLine> assumptions_of(const Model& model, const std::vector<bool>& read) {
    std::vector<AssumptionLine> lines;
    for (const compiler::Assumption& one : model.assumptions) {
        if (one.variable.is_valid() && read[one.variable.index])
            lines.push_back({one.name, (one.is_denied ? "not assumed: " : "") + one.text});
    }
    return lines;
}

}  // namespace

std::vector<ReadText> read_texts(const Model& model, const compiler::Effects& effects,
                                 const compiler::PrintedItem& item) {
    std::vector<ReadText> result;
    for (const ClauseId id : item.clauses) {
        const compiler::Clause& clause = model.clause(id);
        if (clause.readings.empty()) continue;
        std::string meaning = clause.digest;
        for (const AssumptionLine& assumed : assumptions_of(model, effects.read_by(id)))
            meaning += " " + assumed.name + ": " + assumed.text;
        result.push_back({item.kind, item.name, clause.text, dsl::hash_of(meaning)});
    }
    return result;
}

std::optional<ReadBack> read_back(const checker::Session& session, const compiler::CompileOptions& options,
                                  const std::string& name, const Approvals& approvals) {
    const Model& model = session.parts.front().model;
    const auto item = std::ranges::find(model.printed_items, name, &compiler::PrintedItem::name);
    if (item == model.printed_items.end()) return std::nullopt;
    ReadBack result;
    result.kind = item->kind;
    result.name = item->name;
    compiler::PrintedItem read = *item;
    std::erase_if(read.clauses, [&](ClauseId id) { return model.clause(id).readings.empty(); });
    const compiler::Effects effects(model);
    const std::vector<ReadText> texts = read_texts(model, effects, read);
    dsl::Sink unheard;
    dsl::KeptReadings kept;
    const compiler::Draft draft(session.sources, session.modules, options, unheard, kept);
    std::vector<ToldText> told = told_texts(draft, item->kind, name);
    ERRATA_CHECK(told.size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const ClauseId id = read.clauses[i];
        const compiler::Clause& clause = model.clause(id);
        result.texts.push_back({clause.text,
                                reminders_in(clause.text, clause.readings),
                                std::move(told[i]),
                                clause.readings,
                                libraries_of(session, clause),
                                assumptions_of(model, effects.read_by(id)),
                                {},
                                texts[i].meaning,
                                approvals.of(texts[i])});
    }
    find_examples(model, read, result);
    return result;
}

}  // namespace errata::reports
