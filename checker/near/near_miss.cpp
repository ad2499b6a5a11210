#include "checker/near/near_miss.h"

#include <algorithm>
#include <set>

#include "checker/causes/derived_values.h"
#include "checker/near/never_run.h"
#include "checker/near/sought_code.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_options_told = 2;  // options
constexpr std::size_t most_endings = 3;
constexpr std::size_t most_tried = 3;  // values of one that would fit

// By clause: is it of an item that functions under another condition? What other cards allow is not what is
// missing here.
std::vector<bool> clauses_of_other_items(const Model& model, TermId condition) {
    std::vector<bool> result(model.clauses.size());
    for (const PrintedItem& item : model.printed_items) {
        if (item.functions == condition) continue;
        for (ClauseId clause : item.clauses) result[clause.index] = true;
    }
    return result;
}

// Does what is run from the label on, up to where play waits, write one of the variables?
bool writes(const Evaluator& evaluator, LabelId label, const std::vector<bool>& variables) {
    const std::vector<VarId> written = evaluator.facts().get<Effects>().from(label).writes;
    return std::ranges::any_of(written, [&](VarId variable) { return variables[variable.index]; });
}

// Is an option of this name about the same possible at some point?
bool is_possible_somewhere(const std::vector<const Reach*>& graphs, const StateFilter& among,
                           const Phrase& name, const AboutValue& about) {
    const Model& model = graphs.front()->evaluator().model();
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        for (const PointOption& option : model.flow.points[p].options) {
            if (option_name(model, option, about) == name &&
                miss_of_option(graphs, among, PointId(p), option, about).words.empty())
                return true;
        }
    }
    return false;
}

// Options about the objects picked that are never there while the same is missing: those that would change
// it, or else any.
std::vector<NearMiss> options_about(const std::vector<const Reach*>& graphs, const StateFilter& among,
                                    TermId condition, const Conditions& conditions, Question& sought) {
    const Model& model = graphs.front()->evaluator().model();
    const std::vector<bool> missing = variables_read(model, sought.best()->missing);
    const auto lacks_it = [&](const State& state) {
        return (!among || among(state)) && sought.lacks_the_same(state);
    };
    const std::vector<bool> is_of_another = clauses_of_other_items(model, condition);
    std::vector<NearMiss> change;
    std::vector<NearMiss> others;
    for (std::size_t i = 0; i < conditions.picked.size(); ++i) {
        const std::pair about{conditions.picked[i].second, sought.best()->picks[i]};
        for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
            for (const PointOption& option : model.flow.points[p].options) {
                if (option.clause.is_valid() && is_of_another[option.clause.index]) continue;
                const bool changes = writes(graphs.front()->evaluator(), option.target, missing);
                std::vector<NearMiss>& told = changes ? change : others;
                if (told.size() == most_options_told) continue;
                const NearMiss why = miss_of_option(graphs, lacks_it, PointId(p), option, about);
                if (why.words.empty()) continue;
                const Phrase name = option_name(model, option, about);
                const bool is_never = !is_possible_somewhere(graphs, among, name, about);
                if (!is_never && !changes) continue;
                told.push_back({"\"" + name + "\" is " +
                                    (is_never ? "never possible" : "not possible wherever that is lacking") +
                                    ", for want of " + why.words + ".",
                                why.distance});
            }
        }
    }
    return change.empty() ? others : change;
}

// Options that would change what is missing, and are not possible where play comes nearest to it.
std::vector<NearMiss> options_that_change(const std::vector<const Reach*>& graphs, const StateFilter& among,
                                          TermId condition, Question& sought) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    const std::vector<bool> missing = variables_read(model, sought.best()->missing);
    const std::vector<bool> is_of_another = clauses_of_other_items(model, condition);
    const std::size_t top = model.layout.frame(0);
    std::vector<NearMiss> told;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        for (const PointOption& option : model.flow.points[p].options) {
            if (told.size() == most_options_told) return told;
            if (option.text.empty()) continue;
            if (option.clause.is_valid() && is_of_another[option.clause.index]) continue;
            if (!writes(evaluator, option.target, missing)) continue;
            Conditions conditions;
            take_apart(model.terms, option.guard, conditions);
            Question question(evaluator, conditions, &option);
            for_each_state(graphs, among, [&](const State& state) {
                const bool is_offered = state[top] == static_cast<Value>(p) + 1;
                if (is_offered && sought.lacks_the_same(state)) question.ask(state);
            });
            if (question.is_met() || !question.best()) continue;
            const Phrase why = question.words();
            if (why.empty()) continue;
            told.push_back({"\"" + option_name(model, option) +
                                "\" would change it and is not possible there, for want of " + why + ".",
                            question.best()->distance});
        }
    }
    return told;
}

// Does it do nothing but go on to one of these, if it does not stop before?
bool only_goes_on(const Model& model, CodeId id, const std::set<LabelId>& labels) {
    bool goes_there = false;
    bool does_more = false;
    walk_code(model.flow.code, std::span(&id, 1), [&](CodeId, const Code& node) {
        const bool goes = node.kind == CodeKind::Goto && labels.contains(node.label);
        const bool is_on_the_way = node.kind == CodeKind::Stop || node.kind == CodeKind::If ||
                                   node.kind == CodeKind::IfAtRest || node.kind == CodeKind::Sequence;
        goes_there = goes_there || goes;
        does_more = does_more || (!goes && !is_on_the_way);
    });
    return goes_there && !does_more;
}

// The label, and those that do nothing but go on to it, if they do not stop before.
std::set<LabelId> names_of_place(const Model& model, LabelId label) {
    std::set<LabelId> names{label};
    for (bool grows = true; grows;) {
        grows = false;
        for (std::size_t i = 0; i < model.flow.labels.size(); ++i) {
            if (only_goes_on(model, model.flow.labels[i].code, names))
                grows = names.insert(LabelId(i)).second || grows;
        }
    }
    return names;
}

// The states from which play goes on to the label.
StateFilter leading_to(const Evaluator& evaluator, LabelId label) {
    return [&evaluator, names = names_of_place(evaluator.model(), label)](const State& state) {
        const PointId top = top_point(evaluator.model(), state);
        if (!top.is_valid()) return false;
        const Point& point = evaluator.model().flow.points[top.index];
        const bool ends_there = point.otherwise && names.contains(*point.otherwise);
        const auto goes_there = [&](const PointOption& option) { return names.contains(option.target); };
        if (!ends_there && std::ranges::none_of(point.options, goes_there)) return false;
        return std::ranges::any_of(evaluator.expand(state).successors, [&](const Successor& successor) {
            const Move& move = successor.move;
            return move.kind == MoveKind::Option ? goes_there(point.options[move.option])
                                                 : move.kind == MoveKind::Otherwise && ends_there;
        });
    };
}

// Is something chosen so that this is asked of it?
bool is_asked_of(const Model& model, TermId condition, std::uint32_t reg) {
    bool reads_it = false;
    bool reads_more = false;
    walk_terms(model.terms, std::span(&condition, 1), [&](TermId, const Term& term) {
        const bool is_register = term.kind == TermKind::Register;
        const bool is_it = is_register && static_cast<std::uint32_t>(term.payload) == reg;
        reads_it = reads_it || is_it;
        reads_more = reads_more || term.kind == TermKind::Bound || (is_register && !is_it);
    });
    return reads_it && !reads_more;
}

// The event does come, but not with what is asked of it: why the option that brings it along never has that.
Phrase miss_of_event(const std::vector<const Reach*>& graphs, const SoughtCode& place, PointId point,
                     const PointOption& option) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    const std::size_t top = model.layout.frame(0);
    Journal journal;
    TermEvaluator terms{model, evaluator.enabled(), journal, nullptr};
    State chosen = graphs.front()->exploration().state(StateId(0));
    const auto is_so = [&](TermId term) { return terms.evaluate(term) == 1 && !terms.failed(); };
    for (const BinderRegister& binder : option.binders) {
        std::vector<TermId> asked = place.of_registers;
        std::erase_if(asked, [&](TermId term) { return !is_asked_of(model, term, binder.reg); });
        if (asked.empty()) continue;
        const Type& type = model.type(binder.type);
        std::size_t tried = 0;
        for (Value value = type.lo; value <= type.hi && tried < most_tried; ++value) {
            chosen[top + 1 + binder.reg] = value;
            terms.look_at(chosen.data(), chosen.data() + top + 1);
            if (!std::ranges::all_of(asked, is_so)) continue;
            ++tried;
            const AboutValue about{{binder.type, value}};
            const Phrase why = miss_of_option(graphs, {}, point, option, about).words;
            if (!why.empty())
                return "\"" + option_name(model, option, about) + "\" is never possible, for want of " + why +
                       ".";
        }
    }
    return "";
}

Phrase miss_of_event(const std::vector<const Reach*>& graphs, const SoughtCode& place) {
    const Model& model = graphs.front()->evaluator().model();
    if (!place.label.is_valid()) return "";
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        for (const PointOption& option : model.flow.points[p].options) {
            if (option.target != place.label || option.text.empty()) continue;
            Phrase why = miss_of_event(graphs, place, PointId(p), option);
            if (!why.empty()) return why;
        }
    }
    return "";
}

// Asked where play goes on to the place, if the conditions are met in other states.
Nearness ask_where_run(const std::vector<const Reach*>& graphs, const StateFilter& among,
                       const SoughtCode& place) {
    Nearness anywhere = ask(graphs, among, place.conditions);
    if (!anywhere.is_met || !place.label.is_valid()) return anywhere;
    const StateFilter leads_there = leading_to(graphs.front()->evaluator(), place.label);
    const auto both = [&](const State& state) { return (!among || among(state)) && leads_there(state); };
    Nearness there = ask(graphs, both, place.conditions);
    return there.is_asked ? there : anywhere;
}

bool is_run(const std::vector<const Reach*>& graphs, LabelId label) {
    const StateFilter leads_there = leading_to(graphs.front()->evaluator(), label);
    bool result = false;
    for_each_state(graphs, {}, [&](const State& state) { result = result || leads_there(state); });
    return result;
}

// Nothing is missing before the event.
Phrase not_by_then(const std::vector<std::string>& changed) {
    if (changed.empty())
        return "Wherever its event happens, it is not in effect, or its condition does not hold.";
    return "What it asks for is so before its event, and no more by then: what happens there changes " +
           list_text(changed) + ".";
}

// Of what listens to an event, or is a part of it: `is_its` is the code that catches it, or the part.
Phrase miss_of_listener(const std::vector<const Reach*>& graphs,
                        const std::function<bool(const Code&)>& is_its) {
    const Model& model = graphs.front()->evaluator().model();
    const std::vector<SoughtCode> places = places_of_code(model, is_its);
    std::vector<LabelId> ready;  // where it would be caught, if play came there
    bool are_met_before = true;
    Phrase lacking;
    for (const SoughtCode& place : places) {
        const Nearness answer = ask_where_run(graphs, {}, place);
        if (answer.is_met && place.label.is_valid()) ready.push_back(place.label);
        if (lacking.empty() && !answer.missing.empty()) lacking = lacks(answer.missing);
        are_met_before = are_met_before && answer.is_met && !place.is_partial;
    }
    if (ready.empty() && lacking.empty() && !places.empty())
        return not_by_then(are_met_before ? changed_meanwhile(model, places, is_its)
                                          : std::vector<std::string>());
    if (ready.empty()) return lacking;
    Phrase why = why_never_run(graphs, ready);
    for (const SoughtCode& place : places) {
        if (why.empty()) why = miss_of_event(graphs, place);
    }
    if (!why.empty()) return why;
    const bool happens = std::ranges::any_of(ready, [&](LabelId label) { return is_run(graphs, label); });
    return happens ? not_by_then(changed_meanwhile(model, places, is_its))
                   : Phrase("What it waits for never happens.");
}

// All that can follow where the same is missing; nothing if that is not known, or may go on for ever.
std::optional<StateSet> what_follows(const Reach& reach, const StateFilter& among, Question& sought) {
    const Exploration& exploration = reach.exploration();
    const GameGraph& graph = reach.arena().graph;
    StateSet follows(graph.size());
    std::vector<std::uint32_t> open;
    for (std::uint32_t node = 0; node < exploration.size(); ++node) {
        if (reach.is_out_of_time()) return std::nullopt;
        const State state = exploration.state(StateId(node));
        if ((among && !among(state)) || !sought.lacks_the_same(state)) continue;
        follows[node] = true;
        open.push_back(node);
    }
    while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        const bool is_over =
            node < exploration.size() && has_ended(reach.model(), exploration.state(StateId(node)));
        if (graph.leaks[node] || (!is_over && graph.successors(node).empty())) return std::nullopt;
        for (const std::uint32_t next : graph.successors(node)) {
            if (follows[next]) continue;
            follows[next] = true;
            open.push_back(next);
        }
    }
    const Components parts = components(graph, follows);
    if (std::ranges::find(parts.cyclic, true) != parts.cyclic.end()) return std::nullopt;
    return follows;
}

// "From there play always comes to an end, with "home" or "lost"."
Phrase ends_before(const std::vector<const Reach*>& graphs, const StateFilter& among, Question& sought) {
    std::set<Phrase> endings;
    for (const Reach* reach : graphs) {
        const std::optional<StateSet> follows = what_follows(*reach, among, sought);
        if (!follows) return "";
        const std::size_t over = reach->model().layout.over;
        for (std::size_t node = 0; node < reach->exploration().size(); ++node) {
            const Value ending = (*follows)[node] ? reach->exploration().state(StateId(node))[over] : 0;
            if (ending != 0) endings.insert("\"" + cell_value_text(reach->model(), over, ending) + "\"");
        }
    }
    if (endings.empty() || endings.size() > most_endings) return "";
    return "From there play always comes to an end, with " +
           join(std::vector(endings.begin(), endings.end()), " or ") + ".";
}

}  // namespace

NearMiss near_miss(const std::vector<const Reach*>& graphs, TermId condition, const StateFilter& among) {
    if (graphs.empty() || !condition.is_valid()) return {};
    Conditions conditions;
    take_apart(graphs.front()->evaluator().model().terms, condition, conditions);
    Question question(graphs.front()->evaluator(), conditions, nullptr);
    for_each_state(graphs, among, [&](const State& state) { question.ask(state); });
    if (question.is_met() || !question.best()) return {};
    std::vector<Phrase> sentences;
    const Phrase missing = words_of(question, graphs, among);
    if (!missing.empty()) sentences.push_back(lacks(missing));
    // Asked clause by clause: for one thing that is sought, not for each of hundreds of cards.
    const std::vector<Phrase> made =
        among ? std::vector<Phrase>()
              : derived_values(graphs.front()->evaluator(), condition, question.best()->state);
    if (!made.empty()) sentences.push_back("There, " + list_text(made) + ".");
    if (!sentences.empty()) sentences.push_back(ends_before(graphs, among, question));
    std::erase(sentences, Phrase());
    // What nothing changes, no option would bring about.
    if (question.best()->distance.fixed > 0) return {join(sentences, " "), question.best()->distance};
    std::vector<NearMiss> options = options_about(graphs, among, condition, conditions, question);
    if (options.empty()) options = options_that_change(graphs, among, condition, question);
    const MissDistance distance = options.empty()
                                      ? question.best()->distance
                                      : std::ranges::min(options, {}, &NearMiss::distance).distance;
    for (NearMiss& option : options) sentences.push_back(std::move(option.words));
    return {join(sentences, " "), distance};
}

Phrase near_miss_of_ending(const std::vector<const Reach*>& graphs, EndingId ending,
                           const StateFilter& among) {
    if (graphs.empty()) return "";
    const Model& model = graphs.front()->evaluator().model();
    const auto ends = [&](const Code& node) {
        return node.kind == CodeKind::Finish && node.ending == ending;
    };
    if (const StateCheck* check = check_that_ends(graphs.front()->evaluator(), ending))
        return near_miss(graphs, check->condition, among).words;
    std::vector<LabelId> labels;
    for (const SoughtCode& place : places_of_code(model, ends)) {
        const Nearness answer = ask_where_run(graphs, among, place);
        if (!answer.missing.empty()) return lacks(answer.missing);
        labels.push_back(place.label);
    }
    return why_never_run(graphs, labels, among);
}

Phrase near_miss_of_clause(const std::vector<const Reach*>& graphs, ClauseId clause) {
    if (graphs.empty()) return "";
    const Model& model = graphs.front()->evaluator().model();
    for (const StateCheck& check : model.rules.state_checks) {
        if (check.clause == clause) return near_miss(graphs, check.condition).words;
    }
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        for (const PointOption& option : model.flow.points[p].options) {
            if (option.clause != clause || !option.guard.is_valid()) continue;
            const Phrase why = miss_of_option(graphs, {}, PointId(p), option).words;
            if (!why.empty()) return lacks(why);
        }
    }
    const auto catches = [&](const Code& node) {
        return node.kind == CodeKind::Pend && model.rules.triggers[node.trigger.index].clause == clause;
    };
    const bool waits = std::ranges::any_of(model.rules.triggers,
                                           [&](const Trigger& trigger) { return trigger.clause == clause; });
    if (waits) return miss_of_listener(graphs, catches);
    return miss_of_listener(graphs,
                            [&](const Code& node) { return node.clause == clause && is_write(node.kind); });
}

}  // namespace errata::checker
