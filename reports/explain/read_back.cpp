#include "reports/explain/read_back.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "checker/search/workbench.h"
#include "compiler/ir/effects/effects.h"
#include "reports/explain/changes.h"
#include "reports/explain/names.h"

namespace errata::reports {

using compiler::ClauseId;
using compiler::Model;

namespace {

constexpr std::size_t most_examples = 2;

class ExampleSearch {
public:
    ExampleSearch(const Model& model, const compiler::PrintedItem& item, ReadBack& result)
        : model_(model), result_(result) {
        for (std::size_t i = 0; i < item.clauses.size(); ++i) places_[item.clauses[i]] = i;
        besides_.resize(item.clauses.size());
    }

    void run() {
        result_.saw_all = true;
        for (std::size_t setup = 0; setup < model_.setups.size() && !is_done(); ++setup) look_at(setup);
        for (std::size_t i = 0; i < result_.texts.size(); ++i) {
            if (result_.texts[i].examples.empty()) result_.texts[i].examples = std::move(besides_[i]);
        }
    }

private:
    bool is_done() const {
        return std::ranges::all_of(
            result_.texts, [](const TextReadBack& text) { return text.examples.size() == most_examples; });
    }

    void look_at(std::size_t setup) {
        checker::Workbench::Limits limits;
        limits.budget.states = most_read_back_states;
        limits.reductions = checker::no_reductions;
        limits.reductions.readings = true;
        checker::Workbench workbench(compiler::Evaluator(model_), limits);
        const checker::Reach* const reach = workbench.reach(setup);
        if (reach == nullptr) {
            result_.saw_all = false;
            return;
        }
        const checker::Exploration& exploration = reach->exploration();
        const std::size_t seen = exploration.outcome().expanded;
        result_.saw_all = result_.saw_all && seen == exploration.size();
        result_.positions += seen;
        for (std::size_t i = 0; i < seen && !is_done(); ++i) {
            const compiler::State state = exploration.state(checker::StateId(i));
            const compiler::Expansion expansion = workbench.evaluator().expand(state);
            for (const compiler::Successor& successor : expansion.successors) {
                if (successor.next) note(state, expansion, successor);
            }
        }
    }

    void note(const compiler::State& state, const compiler::Expansion& expansion,
              const compiler::Successor& successor) {
        for (const ClauseId clause : successor.used) {
            const auto place = places_.find(clause);
            if (place == places_.end()) continue;
            // What is carried out of the text tells more than what it took part in.
            const compiler::PointId point = top_point(model_, state);
            const bool is_own = point.is_valid() && model_.flow.points[point.index].clause == clause;
            std::vector<ReadExample>& examples =
                is_own ? result_.texts[place->second].examples : besides_[place->second];
            if (examples.size() == most_examples) continue;
            ReadExample example;
            example.actor = actor_name(model_, expansion.owner);
            example.move = checker::move_text(model_, state, successor.move).text();
            example.changes = change_lines(model_, successor.changes, &state);
            std::erase_if(example.changes, [](const ChangeLine& change) { return change.is_phase; });
            const bool is_new = std::ranges::none_of(
                examples, [&](const ReadExample& other) { return other.changes == example.changes; });
            if (!example.changes.empty() && is_new) examples.push_back(std::move(example));
        }
    }

    const Model& model_;
    ReadBack& result_;
    std::map<ClauseId, std::size_t> places_;         // of a text, in the result
    std::vector<std::vector<ReadExample>> besides_;  // by text: where it took part in something else
};

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

std::optional<ReadBack> read_back(const checker::Session& session, const std::string& name) {
    const Model& model = session.parts.front().model;
    const auto item = std::ranges::find(model.printed_items, name, &compiler::PrintedItem::name);
    if (item == model.printed_items.end()) return std::nullopt;
    ReadBack result;
    result.kind = item->kind;
    result.name = item->name;
    compiler::PrintedItem read = *item;
    std::erase_if(read.clauses, [&](ClauseId id) { return model.clause(id).readings.empty(); });
    const compiler::Effects effects(model);
    for (const ClauseId id : read.clauses) {
        const compiler::Clause& clause = model.clause(id);
        result.texts.push_back({clause.text,
                                clause.readings,
                                libraries_of(session, clause),
                                assumptions_of(model, effects.read_by(id)),
                                {}});
    }
    ExampleSearch(model, read, result).run();
    return result;
}

}  // namespace errata::reports
