#include "reports/explain/definitions.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "checker/claims/asked_about.h"
#include "checker/near/sought_code.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/search/findings.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "reports/explain/beside.h"
#include "reports/explain/excerpts.h"
#include "reports/explain/names.h"
#include "reports/explain/printed_values.h"
#include "reports/explain/prohibitions.h"
#include "reports/explain/quote.h"
#include "reports/explain/quotes.h"

namespace errata::reports {

namespace {

using compiler::ClauseId;
using compiler::DefinedName;
using compiler::Model;

constexpr std::size_t most_definitions = 18;
constexpr std::size_t most_acting = 4;
constexpr std::size_t most_printed = 3;  // kinds of cards
constexpr std::size_t most_fields = 8;
constexpr std::size_t most_makers = 4;
constexpr std::size_t most_choices = 2;
constexpr std::size_t longest_phrase = 600;  // letters
constexpr std::size_t longest_choice = 600;  // letters
constexpr std::size_t longest_frame = 600;   // letters

bool is_declaration(const DefinedName& defined, std::string_view word) {
    return defined.name.starts_with(word);
}

bool has_name(const DefinedName& defined) {
    return !is_declaration(defined, "printed ") && !is_declaration(defined, "grid ") &&
           defined.name != "meta";
}

bool is_named(const checker::Finding& finding, ClauseId clause) {
    return std::ranges::find(finding.clauses, clause) != finding.clauses.end();
}

// Where what a finding is about listens to its event.
std::vector<checker::SoughtCode> places_of_listening(const Model& model, const checker::Finding& finding) {
    return checker::places_of_code(model, [&](const compiler::Code& node) {
        return node.kind == compiler::CodeKind::Pend &&
               is_named(finding, model.rules.triggers[node.trigger.index].clause);
    });
}

// What a claim waits for, or an ability beside its event, or what is never so.
std::vector<compiler::TermId> conditions_awaited(const Model& model, const checker::Finding& finding) {
    using enum checker::FindingCode;
    std::vector<compiler::TermId> result;
    if (finding.code == UnreachableAbility) {
        for (const checker::SoughtCode& place : places_of_listening(model, finding)) {
            const std::vector<compiler::TermId>& asked = place.conditions.conjuncts;
            result.insert(result.end(), asked.begin() + static_cast<std::ptrdiff_t>(place.of_check),
                          asked.end());
        }
    }
    const bool is_premise = finding.code == Vacuous;
    const bool is_awaited = finding.code == LoopWait || finding.code == UnreachableState ||
                            finding.code == UnreachableEnding || is_premise;
    if (!is_awaited) return result;
    for (const compiler::Claim& claim : model.asked.claims) {
        const bool asks_premise = is_premise && claim.kind != compiler::ClaimKind::Eventually;
        const compiler::TermId condition = asks_premise ? claim.premise : claim.condition;
        if (is_named(finding, claim.clause) && condition.is_valid()) result.push_back(condition);
    }
    for (const compiler::StateCheck& check : model.rules.state_checks) {
        if (is_named(finding, check.clause)) result.push_back(check.condition);
    }
    return result;
}

bool is_ability(const Model& model, dsl::Span span) {
    return std::ranges::any_of(model.clauses, [&](const compiler::Clause& clause) {
        return clause.span == span || std::ranges::find(clause.abilities, span) != clause.abilities.end();
    });
}

// Is what there is to choose from where the play ends a part of what is wrong?
bool ends_in_choice(const checker::Finding& finding) {
    using enum checker::FindingCode;
    const bool is_of_choice = finding.code == GapNoOption || finding.code == Deadlock ||
                              is_of(finding.code, compiler::FindingFamily::Order);
    const auto& steps = finding.witness->steps;
    return is_of_choice && (steps.empty() || steps.back().next);
}

// Of an ability that is never used: the options behind which its event is caught, if anything is, or behind
// which it would be carried out itself.
std::vector<std::pair<const compiler::Point*, dsl::Span>> bringing_the_event(
    const Model& model, const checker::Finding& finding) {
    std::vector<std::pair<const compiler::Point*, dsl::Span>> result;
    if (finding.code != checker::FindingCode::UnreachableAbility) return result;
    const bool is_caught = std::ranges::any_of(
        model.rules.triggers, [&](const auto& trigger) { return is_named(finding, trigger.clause); });
    const auto is_its = [&](const compiler::Code& node) { return is_named(finding, node.clause); };
    for (const checker::SoughtCode& place :
         is_caught ? places_of_listening(model, finding) : checker::places_of_code(model, is_its)) {
        for (const compiler::Point& point : model.flow.points) {
            for (const compiler::PointOption& option : point.options) {
                const bool leads_there = place.label.is_valid() && option.target == place.label;
                if (leads_there && result.size() < most_choices) result.emplace_back(&point, option.span);
            }
        }
    }
    return result;
}

class Definitions {
public:
    Definitions(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding)
        : model_(model), sources_(sources), finding_(finding), quotes_(sources) {
        for (const ClauseId clause : finding.clauses) quotes_.know(model.clause(clause).span);
        for (const ClauseId clause : finding.needs.clauses) quotes_.know(model.clause(clause).span);
    }

    Around run() && {
        std::vector<ClauseId> saying = checker::who_speaks(model_, finding_);
        const std::vector<ClauseId>& disagreeing = finding_.needs.disagreeing;
        saying.insert(saying.end(), disagreeing.begin(), disagreeing.end());
        for (const ClauseId id : saying) {
            const compiler::Clause& clause = model_.clause(id);
            if (!quotes_.has(clause.span)) quotes_.add("says", clause.name, clause.span, clause.rows);
        }
        for (const ClauseId clause : finding_.clauses) add_phrases(clause);
        for (const ClauseId clause : checker::who_asks(compiler::Evaluator(model_), finding_))
            add_asker(clause);
        add_printed();
        for (const ClauseId id : finding_.clauses) {
            const compiler::Clause& clause = model_.clause(id);
            // A whole turn names much that has nothing to do with it, unless its end is never reached.
            const bool is_whole_turn = checker::is_frame(clause.kind) &&
                                       is_long(clause.span, longest_frame) &&
                                       finding_.code != checker::FindingCode::UnreachableEnding;
            add_texts(clause, is_whole_turn ? dsl::Span() : clause.span);
        }
        add_named();
        for (const ClauseId id : prohibitions_asked(model_, sources_, finding_, quotes_.lines()))
            add_clause(id);
        add_makers();
        for (const auto& [point, option] : bringing_the_event(model_, finding_)) add_choice(*point, option);
        add_choices();
        if (finding_.code == checker::FindingCode::LoopLock) add_endings(model_, sources_, quotes_);
        add_bounds_of_play(model_, sources_, finding_, quotes_);
        add_named();
        add_acting();
        for (const auto& [item, values] : printed_values(model_, finding_, words()))
            quotes_.add_words("printed on", item->name, item->span, values);
        add_declarations();
        std::set<std::string> named = words();
        return {std::move(quotes_).take(), std::move(named)};
    }

private:
    // What the lines of the cards come to.
    void add_phrases(ClauseId id) {
        const compiler::Clause& clause = model_.clause(id);
        // Of a long one the ability alone, of others the template as well, which names the holes.
        for (const dsl::Span span : clause.phrases) {
            if (!is_long(span, longest_phrase)) quotes_.add_phrase(clause.name, span);
        }
        for (const dsl::Span span : clause.abilities) {
            const bool is_part = std::ranges::any_of(clause.phrases, [&](dsl::Span phrase) {
                return contains(phrase, span) && !is_long(phrase, longest_phrase);
            });
            if (!is_part) quotes_.add_phrase(clause.name, span);
        }
    }

    // On whom what is printed is in effect, and when: of few kinds of cards all, of many whose line asks for
    // something that the clauses define, and so is part of their circle.
    void add_printed() {
        const bool asks_states = finding_.code == compiler::FindingCode::ContradictionInvariant ||
                                 is_of(finding_.code, compiler::FindingFamily::Unreachable);
        const bool is_about_cards = std::ranges::any_of(finding_.clauses, [&](ClauseId clause) {
            return model_.clause(clause).kind == compiler::ClauseKind::Printed;
        });
        if (!asks_states && !is_about_cards) return;
        std::vector<const DefinedName*> printed;
        for (const DefinedName& defined : model_.functions.defined) {
            // Who bears it, and nothing else, needs no words.
            const bool says_when = sources_.text(defined.span).find(" and ") != std::string_view::npos;
            if (is_declaration(defined, "printed ") && says_when) printed.push_back(&defined);
        }
        std::set<std::string_view> asked;
        for (const ClauseId id : finding_.clauses) asked.insert(model_.clause(id).name);
        const auto is_asked = [&](std::string_view name) { return asked.contains(name); };
        for (const DefinedName* defined : printed) {
            const std::vector<std::string_view> names = names_in(sources_.text(defined->span));
            if (printed.size() <= most_printed || std::ranges::any_of(names, is_asked))
                quotes_.add("definition", defined->name, defined->span);
        }
    }

    // To be looked through: the clause's own text, and those of the phrases that read it.
    void add_texts(const compiler::Clause& clause, dsl::Span own) {
        texts_.push_back(own);
        texts_.insert(texts_.end(), clause.abilities.begin(), clause.abilities.end());
        texts_.insert(texts_.end(), clause.phrases.begin(), clause.phrases.end());
    }

    // What is named in what is quoted so far, and what that names in turn, nearest first.
    void add_named() {
        std::map<std::string_view, const DefinedName*> left;
        for (const DefinedName& defined : model_.functions.defined) {
            if (has_name(defined) && !quotes_.has(defined.span)) left.emplace(defined.name, &defined);
        }
        for (; !texts_.empty() && quotes_.lines().size() < most_definitions; texts_.pop_front()) {
            if (!texts_.front().is_valid()) continue;
            for (const std::string_view name : names_in(sources_.text(texts_.front()))) {
                const auto found = left.find(name);
                if (found == left.end() || quotes_.lines().size() == most_definitions) continue;
                const DefinedName& defined = *found->second;
                quotes_.add(defined.is_action ? "action" : "definition", defined.name, defined.span);
                texts_.push_back(defined.span);
                left.erase(found);
            }
        }
    }

    // Who changes what it asks for, and so could bring it about.
    void add_makers() {
        std::set<ClauseId> makers;
        const std::vector<compiler::TermId> awaited = conditions_awaited(model_, finding_);
        if (awaited.empty()) return;
        const compiler::Effects effects(model_);
        for (const compiler::TermId condition : awaited) {
            const std::vector<ClauseId> writers = effects.writers_of(condition);
            makers.insert(writers.begin(), writers.end());
        }
        if (makers.size() > most_makers) return;
        for (const ClauseId id : makers) {
            if (is_long(model_.clause(id).span, longest_quoted)) continue;
            add_clause(id);
        }
        for (const ClauseId id : makers) add_callers(model_, sources_, model_.clause(id).name, quotes_);
    }

    // A whole turn, in which it is asked somewhere, says little.
    void add_asker(ClauseId id) {
        const compiler::Clause& clause = model_.clause(id);
        if (checker::is_frame(clause.kind) && is_long(clause.span, longest_frame)) return;
        if (checker::is_question(clause.kind)) return;
        quotes_.add("asks", clause.name, clause.span, clause.rows);
        add_phrases(id);
    }

    void add_clause(ClauseId id) {
        const compiler::Clause& clause = model_.clause(id);
        quotes_.add(compiler::kind_word(clause), clause.name, clause.span, clause.rows);
        add_phrases(id);
        add_texts(clause, clause.span);
    }

    // Where the play ends in a choice, and where somebody decides in it, the latest first: what there was to
    // choose from.
    void add_choices() {
        if (!finding_.witness) return;
        const auto& steps = finding_.witness->steps;
        if (ends_in_choice(finding_)) {
            const compiler::PointId at = top_point(model_, checker::last_state(*finding_.witness));
            if (at.is_valid()) add_choice(model_.flow.points[at.index], {});
        }
        std::size_t count = 0;
        for (std::size_t i = steps.size(); i-- > 0 && count < most_choices;) {
            const compiler::Move& move = steps[i].move;
            if (move.kind != compiler::MoveKind::Option) continue;
            const compiler::Point& point = model_.flow.points[move.point.index];
            if (add_choice(point, point.options[move.option].span)) ++count;
        }
    }

    // Of a long one, the option that is taken. Was there anything to add?
    bool add_choice(const compiler::Point& point, dsl::Span option) {
        if (!point.span.is_valid()) return false;
        const dsl::Span span = is_long(point.span, longest_choice) ? option : point.span;
        if (!span.is_valid() || quotes_.has(span)) return false;
        quotes_.add(is_ability(model_, point.span) ? "ability" : "choice", point.name, span);
        texts_.push_back(span);
        return true;
    }

    // Who acts in one outcome alone; then who acts in the play, the latest first.
    std::vector<ClauseId> acting() const {
        std::vector<ClauseId> acting;
        for (std::size_t i = 0; i < finding_.outcomes.size(); ++i) {
            const std::vector<ClauseId> only = checker::acting_only_in(model_, finding_.outcomes, i);
            acting.insert(acting.end(), only.begin(), only.end());
        }
        const auto& steps = finding_.witness->steps;
        for (std::size_t i = steps.size(); i-- > 0;) {
            for (const ClauseId id : steps[i].used) {
                const compiler::Clause& clause = model_.clause(id);
                // A part of the turn is quoted where the play ends in it, and nothing of it is quoted.
                const bool is_passed = checker::is_frame(clause.kind) &&
                                       (is_long(clause.span, longest_frame) || i + 1 < steps.size() ||
                                        quotes_.has_part_of(clause.span));
                if (!is_passed) acting.push_back(id);
            }
        }
        return acting;
    }

    // Who else acts and is not quoted yet.
    void add_acting() {
        if (!finding_.witness) return;
        std::size_t count = 0;
        for (const ClauseId id : acting()) {
            const compiler::Clause& clause = model_.clause(id);
            const bool is_told =
                checker::is_question(clause.kind) || clause.text.empty() || quotes_.has(clause.span);
            if (is_told || count == most_acting || !clause.span.is_valid()) continue;
            add_clause(id);
            ++count;
        }
    }

    // The words of all that is quoted so far.
    std::set<std::string> words() const {
        std::set<std::string> words;
        const auto note = [&](std::string_view text) {
            for (const std::string_view name : names_in(text)) words.emplace(name);
        };
        for (const ClauseId clause : finding_.clauses) note(model_.clause(clause).text);
        for (const ClauseLine& line : quotes_.lines()) note(line.text);
        return words;
    }

    // How the game is run, the board that something moves on, and the fields that the clauses speak of.
    void add_declarations() {
        for (const DefinedName& defined : model_.functions.defined) {
            if (defined.name != "meta" || quotes_.has(defined.span)) continue;
            const std::string block = without_comments(sources_.text(defined.span));
            const auto settings = settings_for(finding_.code, block);
            const auto all = static_cast<std::size_t>(std::ranges::count(block, ':'));
            if (!settings.empty())
                quotes_.add_words(
                    "meta", "the game", defined.span,
                    "meta { " + dsl::join(settings, ", ") + (settings.size() < all ? ", ... }" : " }"));
        }
        for (const DefinedName& defined : model_.functions.defined) {
            if (is_declaration(defined, "grid ") && finding_.witness)
                quotes_.add("board", defined.name.substr(5), defined.span);
        }
        const std::set<std::string> named = words();
        for (const compiler::OpenFunction& open : model_.functions.open) {
            if (named.contains(open.name)) quotes_.add("open", open.name, open.span);
        }
        std::size_t count = 0;
        for (const compiler::Variable& variable : model_.variables) {
            const std::string name = variable.name.substr(variable.name.find('.') + 1);
            if (!variable.span.is_valid() || !named.contains(name) || count == most_fields) continue;
            if (!quotes_.has(variable.span))
                quotes_.add_words("field", variable.name, variable.span, declared(sources_, variable.span));
            ++count;
        }
    }

    const Model& model_;
    const dsl::SourceSet& sources_;
    const checker::Finding& finding_;
    Quotes quotes_;
    std::deque<dsl::Span> texts_;  // quoted, and not yet looked through for names
};

}  // namespace

Around definitions_used(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding) {
    return Definitions(model, sources, finding).run();
}

}  // namespace errata::reports
