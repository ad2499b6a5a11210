#include "reports/saved/witness.h"

#include <algorithm>

#include "checker/certify/sameness.h"
#include "checker/headline.h"
#include "checker/plays/describe.h"
#include "compiler/ir/print.h"
#include "dsl/base/hash.h"
#include "dsl/base/text.h"
#include "reports/explain/names.h"
#include "reports/version.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Trace;
using compiler::Evaluator;
using compiler::Expansion;
using compiler::Model;
using compiler::Occurrence;
using compiler::Setup;
using compiler::State;
using compiler::Successor;

namespace {

// What a setup says before its open cells are filled.
State base_of(const Evaluator& evaluator, const Setup& setup) {
    std::vector<compiler::Value> values;
    for (const std::size_t cell : setup.open) values.push_back(setup.values[cell]);
    return evaluator.initial(setup, values);
}

bool is_initial(const Evaluator& evaluator, const Setup& setup, const State& state) {
    std::vector<compiler::Value> values;
    for (const std::size_t cell : setup.open) values.push_back(state[cell]);
    return evaluator.initial(setup, values) == state && evaluator.satisfies_requirements(setup, state);
}

Json save_incidents(const Model& model, const std::vector<Occurrence>& occurrences) {
    Json json = Json::array();
    for (const Occurrence& met : occurrences) {
        const Json label = checker::label_of(model, model.incidents.all[met.incident.index]);
        if (std::find(json.begin(), json.end(), label) == json.end()) json.push_back(label);
    }
    return json;
}

Json save_difference(const Model& model, const State& before, const State& after) {
    Json json = Json::object();
    for (const compiler::Change& change : checker::difference(model, before, after)) {
        json[checker::cell_name(model, change.cell).text()] =
            checker::cell_value_text(model, change.cell, change.after).text();
    }
    return json;
}

// What a step was seen to do; the part of a saved step that a replay has to meet again.
Json save_effect(const Model& model, const State& before, const Successor& step) {
    Json json;
    json["changes"] = step.next ? save_difference(model, before, *step.next) : Json::object();
    json["incidents"] = save_incidents(model, step.incidents);
    json["goes_on"] = step.next.has_value();
    return json;
}

Json save_end(const Evaluator& evaluator, const State& state) {
    const Expansion expansion = evaluator.expand(state);
    return {{"incidents", save_incidents(evaluator.model(), expansion.incidents)},
            {"stuck", expansion.successors.empty()}};
}

std::string differs(const Json& saved, const Json& now) {
    const Json& expected = saved["changes"];
    const Json& changes = now["changes"];
    for (const auto& [name, value] : expected.items()) {
        if (!changes.contains(name)) return "it no longer makes " + name + " " + value.get<std::string>();
        if (changes[name] != value) {
            return "it makes " + name + " " + changes[name].get<std::string>() + " instead of " +
                   value.get<std::string>();
        }
    }
    for (const auto& [name, value] : changes.items()) {
        if (!expected.contains(name)) return "it also makes " + name + " " + value.get<std::string>();
    }
    for (const Json& incident : saved["incidents"]) {
        if (std::find(now["incidents"].begin(), now["incidents"].end(), incident) == now["incidents"].end()) {
            return "it no longer meets: " + incident.get<std::string>();
        }
    }
    if (saved["goes_on"] == now["goes_on"]) return "";
    return now["goes_on"].get<bool>() ? "it no longer breaks down" : "the rules break down there";
}

std::string choices(const Model& model, const State& state, const Expansion& expansion) {
    constexpr std::size_t enough = 6;
    std::vector<std::string> names;
    for (const Successor& successor : expansion.successors) {
        std::string name = "'" + move_name(model, state, successor.move).text() + "'";
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
    if (names.empty()) return "nothing is";
    if (names.size() > enough) {
        names.resize(enough);
        names.push_back("...");
    }
    return dsl::join(names, ", ") + (names.size() == 1 ? " is" : " are");
}

class Player {
public:
    explicit Player(const Model& model) : model_(model), evaluator_(model) {}

    Replayed play(const Json& saved) {
        if (!start(saved)) return std::move(replayed_);
        for (const Json& step : saved["steps"]) {
            if (!take(step)) return std::move(replayed_);
        }
        finish(saved);
        return std::move(replayed_);
    }

private:
    bool stop(std::string problem) {
        replayed_.problem = std::move(problem);
        return false;
    }

    bool start(const Json& saved) {
        const std::string name = saved["setup"];
        std::size_t index = 0;
        while (index < setup_count(model_) && setup_name(model_, index) != name) ++index;
        if (index == setup_count(model_)) return stop("the setup '" + name + "' no longer exists");
        const Setup& setup = setup_of(model_, index);
        replayed_.trace.setup = index;
        ReadState read = read_state(model_, saved["start"], base_of(evaluator_, setup));
        if (!read.state) return stop("the starting position no longer exists: " + read.problem);
        if (!evaluator_.is_well_formed(*read.state))
            return stop("the starting position is no longer possible");
        if (saved["reachable"].get<bool>() && !is_initial(evaluator_, setup, *read.state)) {
            return stop("the setup '" + name + "' no longer allows the starting position");
        }
        replayed_.from_setup = saved["reachable"].get<bool>();
        replayed_.trace.initial = *read.state;
        state_ = *std::move(read.state);
        return true;
    }

    bool take(const Json& step) {
        const std::string which = "step " + std::to_string(replayed_.trace.steps.size() + 1) + ": ";
        const Expansion expansion = evaluator_.expand(state_);
        const std::string actor = actor_name(model_, expansion.owner);
        const std::string saved_actor = step.value("actor", "");
        if (actor != saved_actor) return stop(which + saved_actor + " acted here, now it is " + actor);
        const Successor* chosen = nullptr;
        for (const Successor& successor : expansion.successors) {
            if (save_move(model_, successor.move) != step["move"]) continue;
            if (!chosen || differs(step, save_effect(model_, state_, successor)).empty()) chosen = &successor;
        }
        if (!chosen) {
            return stop(which + "'" + step.value("text", "") + "' is not possible any more; " +
                        choices(model_, state_, expansion) + " possible");
        }
        replayed_.trace.steps.push_back(*chosen);
        const std::string difference = differs(step, save_effect(model_, state_, *chosen));
        if (!difference.empty()) return stop(which + difference);
        if (chosen->next) state_ = *chosen->next;
        return true;
    }

    void finish(const Json& saved) {
        const auto& steps = replayed_.trace.steps;
        if (steps.empty() || steps.back().next) {
            const Json now = save_end(evaluator_, state_);
            if (now != saved["end"]) {
                stop(now["stuck"] == saved["end"].value("stuck", false)
                         ? "what is met after the last step has changed"
                     : now["stuck"].get<bool>() ? "play stops after the last step"
                                                : "play no longer stops after the last step");
                return;
            }
        }
        if (saved["loop_start"].is_null()) return;
        const auto from = static_cast<std::size_t>(read_whole_number(saved["loop_start"]).value_or(-1));
        const bool known = from < steps.size() && (from == 0 || steps[from - 1].next);
        const State& first = from == 0 || !known ? replayed_.trace.initial : *steps[from - 1].next;
        const bool closes = known && (first == state_ || checker::Sameness(model_).compare(first, state_));
        if (!closes)
            stop("the play no longer returns to where it was after step " + std::to_string(from));
        else
            replayed_.trace.loop_start = from;
    }

    const Model& model_;
    Evaluator evaluator_;
    State state_;
    Replayed replayed_;
};

bool is_saved_play(const Json& saved) {
    if (!saved.is_object()) return false;
    for (const char* key : {"setup", "reachable", "start", "steps", "end", "loop_start"}) {
        if (!saved.contains(key)) return false;
    }
    const auto is_step = [](const Json& step) {
        const auto is_text = [](const Json& json) { return json.is_string(); };
        return step.is_object() && step.contains("move") && step.contains("actor") &&
               step["actor"].is_string() && step.contains("text") && step["text"].is_string() &&
               step.contains("goes_on") && step["goes_on"].is_boolean() && step.contains("changes") &&
               step["changes"].is_object() &&
               std::all_of(step["changes"].begin(), step["changes"].end(), is_text) &&
               step.contains("incidents") && step["incidents"].is_array() &&
               std::all_of(step["incidents"].begin(), step["incidents"].end(), is_text);
    };
    return saved["setup"].is_string() && saved["reachable"].is_boolean() && saved["start"].is_object() &&
           saved["start"].value("cells", Json::object()).is_object() && saved["end"].is_object() &&
           (saved["loop_start"].is_null() || saved["loop_start"].is_number_integer()) &&
           saved["steps"].is_array() && std::all_of(saved["steps"].begin(), saved["steps"].end(), is_step);
}

}  // namespace

std::string hash_of(const Model& model) { return dsl::hash_of(compiler::print(model)); }

Json save_trace(const Model& model, const Trace& trace) {
    const Evaluator evaluator(model);
    const Setup& setup = setup_of(model, trace.setup);
    Json json;
    json["setup"] = setup_name(model, trace.setup);
    const State base = base_of(evaluator, setup);
    json["start"] = save_state(model, trace.initial, base);
    json["reachable"] = is_initial(evaluator, setup, trace.initial);
    json["steps"] = Json::array();
    const State* before = &trace.initial;
    for (const Successor& step : trace.steps) {
        Json saved = {{"actor", actor_name(model, evaluator.expand(*before).owner)},
                      {"text", move_name(model, *before, step.move).text()},
                      {"move", save_move(model, step.move)}};
        saved.update(save_effect(model, *before, step));
        json["steps"].push_back(std::move(saved));
        if (step.next) before = &*step.next;
    }
    json["end"] = save_end(evaluator, *before);
    json["loop_start"] = trace.loop_start ? Json(*trace.loop_start) : Json(nullptr);
    return json;
}

Replayed replay(const Model& model, const Json& saved) {
    if (!is_saved_play(saved)) {
        Replayed replayed;
        replayed.broken = true;
        replayed.problem = "this is not a saved play";
        return replayed;
    }
    try {
        return Player(model).play(saved);
    } catch (const Json::exception&) {  // a part has another type: the file was edited
        Replayed replayed;
        replayed.broken = true;
        replayed.problem = "this is not a saved play";
        return replayed;
    }
}

namespace {

Json save_screens(const compiler::ScreenOptions& screens) {
    return {{"alone", screens.alone},       {"size", screens.size ? Json(*screens.size) : Json(nullptr)},
            {"items", screens.items},       {"newcomers", screens.newcomers},
            {"together", screens.together}, {"tells_all_apart", screens.tells_all_apart},
            {"shard", screens.shard},       {"shards", screens.shards}};
}

// May throw.
compiler::ScreenOptions read_screens(const Json& json) {
    compiler::ScreenOptions screens;
    screens.alone = json.at("alone");
    if (!json.at("size").is_null()) screens.size = json.at("size").get<std::size_t>();
    screens.items = json.at("items").get<std::vector<std::string>>();
    screens.newcomers = json.at("newcomers");
    screens.together = json.value("together", false);
    screens.tells_all_apart = json.value("tells_all_apart", false);
    screens.shard = json.at("shard");
    screens.shards = json.at("shards");
    return screens;
}

}  // namespace

Json save_origin(const Origin& origin) {
    Json json = {{"spec", origin.spec},
                 {"scope", origin.scope},
                 {"scenario", origin.scenario},
                 {"overrides", Json::object()}};
    for (const auto& [name, value] : origin.overrides) json["overrides"][name] = value;
    if (!origin.without_assumptions.empty()) json["without_assumptions"] = origin.without_assumptions;
    if (origin.screens) json["screens"] = save_screens(*origin.screens);
    return json;
}

std::optional<Origin> read_origin(const Json& json) {
    if (!json.is_object() || !json.contains("spec") || !json["spec"].is_string()) return std::nullopt;
    Origin origin{json["spec"], "", {}, "", {}, {}};
    if (json.contains("scope") && json["scope"].is_string()) origin.scope = json["scope"];
    if (json.contains("scenario") && json["scenario"].is_string()) origin.scenario = json["scenario"];
    if (json.contains("screens")) {
        try {
            origin.screens = read_screens(json["screens"]);
        } catch (const Json::exception&) {  // the file was edited
            return std::nullopt;
        }
        if (origin.screens->shard < 1 || origin.screens->shard > origin.screens->shards) return std::nullopt;
    }
    if (json.contains("without_assumptions")) {
        for (const Json& name : json["without_assumptions"]) {
            if (!name.is_string()) return std::nullopt;
            origin.without_assumptions.push_back(name);
        }
    }
    if (!json.contains("overrides")) return origin;
    if (!json["overrides"].is_object()) return std::nullopt;
    for (const auto& [name, value] : json["overrides"].items()) {
        const auto number = read_whole_number(value);
        if (!number) return std::nullopt;
        origin.overrides[name] = *number;
    }
    return origin;
}

Json save_witness(const Model& model, const checker::Finding& finding, const Origin& origin) {
    return {{"format", witness_format},
            {"version", version()},
            {"origin", save_origin(origin)},
            {"model", hash_of(model)},
            {"finding",
             {{"code", checker::code_name(finding.code)},
              {"title", said(checker::headline(model, finding))},
              {"fingerprint", finding.fingerprint}}},
            {"play", save_trace(model, *finding.witness)}};
}

namespace {

// What we write has a dozen levels; walking down millions would overflow the stack.
bool is_too_deep(const std::string& text) {
    constexpr std::size_t most = 100;
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size() && depth <= most; ++i) {
        const char c = text[i];
        if (in_string && c == '\\')
            ++i;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '[' || c == '{'))
            ++depth;
        else if (!in_string && (c == ']' || c == '}') && depth > 0)
            --depth;
    }
    return depth > most;
}

}  // namespace

ReadFile read_saved(const std::string& text, const std::string& format) {
    if (is_too_deep(text)) return {{}, "it is nested too deeply"};
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return {{}, "it is not JSON"};
    if (!json.is_object() || !json.contains("format"))
        return {{}, "it does not say what it is (no \"format\")"};
    if (json["format"] != format) {
        return {{},
                "its format is " + json["format"].dump(-1, ' ', false, Json::error_handler_t::replace) +
                    ", not \"" + format + "\""};
    }
    return {std::move(json), ""};
}

}  // namespace errata::reports
