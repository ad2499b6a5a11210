#include "reports/explain/behaviour.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "checker/plays/describe.h"
#include "dsl/base/text.h"
#include "reports/explain/names.h"
#include "reports/explain/printed_values.h"

namespace errata::reports {

using compiler::Clause;
using compiler::Model;

namespace {

constexpr std::size_t most_partings = 20;  // of a setup, beside the first of each item
constexpr std::string_view not_looked_at = "not looked at";

// Changed items.

using ItemKey = std::pair<std::string, std::string>;  // kind and name

// A line, and a digest of what it says.
struct WrittenLine {
    std::string text;
    std::string digest;
};
using WrittenItem =
    std::map<std::string, WrittenLine>;  // by the path of the clause, or the name of the value

std::map<ItemKey, WrittenItem> written_items(const Model& model) {
    std::map<ItemKey, WrittenItem> items;
    for (const Clause& clause : model.clauses)
        items[{std::string(compiler::kind_word(clause)), clause.name}].emplace(
            clause.path, WrittenLine{clause.text, clause.digest});
    for (const compiler::PrintedItem& item : model.printed_items) {
        WrittenItem& written = items[{item.kind, item.name}];
        for (const auto& [name, value] : printed_values(model, item))
            written.emplace(name, WrittenLine{name + ": " + value, value});
    }
    return items;
}

// Lines of the first that the second has not, or has with another meaning.
std::vector<std::string> lines_of_one(const WrittenItem& one, const WrittenItem* other) {
    std::vector<std::string> lines;
    for (const auto& [path, line] : one) {
        const bool is_same =
            other != nullptr && other->contains(path) && other->at(path).digest == line.digest;
        if (!is_same) lines.push_back(line.text);
    }
    return lines;
}

std::vector<ChangedItem> changed_items(const Model& before, const Model& now) {
    const std::map<ItemKey, WrittenItem> old_items = written_items(before);
    const std::map<ItemKey, WrittenItem> new_items = written_items(now);
    std::vector<ChangedItem> changed;
    const auto add = [&](const ItemKey& key, const WrittenItem* was, const WrittenItem* is) {
        ChangedItem item{key.first, key.second};
        if (was == nullptr) item.change = Edit::New;
        if (is == nullptr) item.change = Edit::Gone;
        if (was != nullptr) item.before = lines_of_one(*was, is);
        if (is != nullptr) item.now = lines_of_one(*is, was);
        if (!item.before.empty() || !item.now.empty()) changed.push_back(std::move(item));
    };
    for (const auto& [key, was] : old_items) {
        const auto is = new_items.find(key);
        add(key, &was, is == new_items.end() ? nullptr : &is->second);
    }
    for (const auto& [key, is] : new_items) {
        if (!old_items.contains(key)) add(key, nullptr, &is);
    }
    return changed;
}

// Play, side by side.

// Which alternative of a reading is the first depends on the order of phrases, and the first one is not told.
// By the words before the value: the whole line.
std::map<std::string, std::string> first_readings(const Model& model) {
    std::map<std::string, std::string> lines;
    for (const compiler::Reading& reading : model.readings.all) {
        const compiler::Variable& variable = model.variable(reading.variable);
        const std::string name = checker::cell_name(model, variable.base).text() + " = ";
        lines[name] = name + checker::cell_value_text(model, variable.base, variable.initial).text();
    }
    return lines;
}

// What a state is to somebody who reads it.
std::string shown(StateLines state, const std::map<std::string, std::string>& readings) {
    for (const auto& reading : readings) {
        const auto is_told = [&](const std::string& value) { return value.starts_with(reading.first); };
        if (std::ranges::none_of(state.values, is_told)) state.values.push_back(reading.second);
    }
    const auto sorted = [](std::vector<std::string> lines) {
        std::ranges::sort(lines);
        return dsl::join(lines, "\n");
    };
    // The order of the agenda counts, that of declarations does not.
    return dsl::join({state.who, state.ending, sorted(state.values), dsl::join(state.agenda, "\n"),
                      sorted(state.pending), sorted(state.incidents)},
                     "\n\n");
}

class Version {
public:
    Version(const Model& model, std::size_t setup, std::size_t most_states)
        : graph_(explain_graph(model, setup, most_states)) {
        const std::map<std::string, std::string> readings = first_readings(model);
        for (const StateLines& state : graph_.states) shown_.push_back(shown(state, readings));
    }
    const StateGraph& graph() const { return graph_; }
    const StateLines& state(std::size_t number) const { return graph_.states[number]; }
    const std::string& shown_as(std::size_t number) const { return shown_[number]; }
    // Nothing: it leads to no state, or to one that was not looked at.
    std::optional<std::size_t> target(const EdgeLines& edge) const {
        std::size_t number = 0;
        const char* const end = edge.target.data() + edge.target.size();
        const auto [last, error] = std::from_chars(edge.target.data(), end, number);
        if (error != std::errc() || last != end || number >= graph_.states.size()) return std::nullopt;
        return number;
    }
    // It leads to a state that was not looked at.
    bool leads_beyond(const EdgeLines& edge) const {
        return edge.target == not_looked_at ||
               (!target(edge) && edge.target.find_first_not_of("0123456789") == std::string::npos);
    }
    // What comes of it and what is met on the way, of one that leads no further than that.
    std::string effect(const EdgeLines& edge) const {
        const std::optional<std::size_t> number = target(edge);
        return (number ? shown_[*number] : edge.target) + "\n" + dsl::join(edge.incidents, "\n");
    }

private:
    StateGraph graph_;
    std::vector<std::string> shown_;
};

// A state of each version that look the same, and how play came there.
struct Pair {
    std::size_t before = 0;
    std::size_t now = 0;
    std::size_t from = 0;  // the pair before it; its own number: play begins here
    std::string move;
};

class SideBySide {
public:
    SideBySide(const Version& before, const Version& now) : before_(before), now_(now) {}

    ComparedSetup compare() {
        result_.setup = now_.graph().setup;
        result_.is_listed = before_.graph().listed && now_.graph().listed;
        if (!result_.is_listed) return std::move(result_);
        begin();
        for (std::size_t i = 0; i < pairs_.size(); ++i) look_at(i);
        result_.states = pairs_.size() - result_.parting_states;
        result_.is_whole = !leads_beyond_;
        return std::move(result_);
    }

private:
    // By what comes of them. Ways that lead to the same are the same, however many there are and whatever
    // they are called.
    using Ways = std::map<std::string, std::vector<const EdgeLines*>>;

    static std::multimap<std::string, std::size_t> beginnings(const Version& version) {
        std::multimap<std::string, std::size_t> all;
        for (std::size_t i = 0; i < std::min(version.graph().begins, version.graph().states.size()); ++i)
            all.emplace(version.shown_as(i), i);
        return all;
    }

    void begin() {
        auto old_ones = beginnings(before_);
        auto new_ones = beginnings(now_);
        Parting parting;
        parting.setup = result_.setup;
        for (const auto& [words, number] : new_ones) {
            const auto same = old_ones.find(words);
            if (same == old_ones.end()) {
                parting.now.push_back(values_words(now_.state(number), StateLines()));
                continue;
            }
            add(same->second, number, pairs_.size(), "");
            old_ones.erase(same);
        }
        for (const auto& [words, number] : old_ones)
            parting.before.push_back(values_words(before_.state(number), StateLines()));
        if (!parting.before.empty() || !parting.now.empty()) result_.partings.push_back(std::move(parting));
    }

    void add(std::size_t before, std::size_t now, std::size_t from, const std::string& move) {
        if (seen_.emplace(before, now).second) pairs_.push_back({before, now, from, move});
    }

    static Ways ways_of(const Version& version, std::size_t state) {
        Ways ways;
        for (const EdgeLines& edge : version.state(state).edges) ways[version.effect(edge)].push_back(&edge);
        return ways;
    }

    static bool has_way_beyond(const Version& version, std::size_t state) {
        return std::ranges::any_of(version.state(state).edges,
                                   [&](const EdgeLines& edge) { return version.leads_beyond(edge); });
    }

    void look_at(std::size_t number) {
        const Pair pair = pairs_[number];
        if (has_way_beyond(before_, pair.before) || has_way_beyond(now_, pair.now)) {
            leads_beyond_ = true;
            return;
        }
        Ways old_ways = ways_of(before_, pair.before);
        Ways new_ways = ways_of(now_, pair.now);
        for (auto way = new_ways.begin(); way != new_ways.end();) {
            const auto same = old_ways.find(way->first);
            if (same == old_ways.end()) {
                ++way;
                continue;
            }
            follow(number, same->second, way->second);
            old_ways.erase(same);
            way = new_ways.erase(way);
        }
        if (!old_ways.empty() || !new_ways.empty()) part(number, old_ways, new_ways);
    }

    // To the states behind ways that come to the same.
    void follow(std::size_t number, const std::vector<const EdgeLines*>& old_ways,
                const std::vector<const EdgeLines*>& new_ways) {
        for (std::size_t i = 0; i < std::max(old_ways.size(), new_ways.size()); ++i) {
            const auto was = before_.target(*old_ways[std::min(i, old_ways.size() - 1)]);
            const EdgeLines& way = *new_ways[std::min(i, new_ways.size() - 1)];
            const auto is = now_.target(way);
            if (was && is) add(*was, *is, number, way.move);
        }
    }

    void part(std::size_t number, const Ways& old_ways, const Ways& new_ways) {
        ++result_.parting_states;
        Parting parting;
        parting.setup = result_.setup;
        for (std::size_t at = number; pairs_[at].from != at; at = pairs_[at].from)
            parting.play.push_back(acting(now_.state(pairs_[pairs_[at].from].now), pairs_[at].move));
        std::ranges::reverse(parting.play);
        parting.before = words_of(old_ways, before_, before_.state(pairs_[number].before), parting.used);
        parting.now = words_of(new_ways, now_, now_.state(pairs_[number].now), parting.used);
        const bool is_of_another = std::ranges::any_of(
            parting.used, [&](const std::string& item) { return parting_items_.insert(item).second; });
        if (result_.partings.size() < most_partings || is_of_another)
            result_.partings.push_back(std::move(parting));
    }

    static std::string acting(const StateLines& state, const std::string& move) {
        return state.who == "rules" || state.who == "nobody" || state.who.empty() ? move
                                                                                  : state.who + " " + move;
    }

    static std::vector<std::string> words_of(const Ways& ways, const Version& version,
                                             const StateLines& state, std::vector<std::string>& used) {
        std::vector<std::string> words;
        for (const auto& [effect, alike] : ways) {
            const EdgeLines* const edge = alike.front();
            const std::optional<std::size_t> target = version.target(*edge);
            std::vector<std::string> parts = edge->incidents;
            parts.insert(parts.begin(), target ? values_words(version.state(*target), state) : edge->target);
            words.push_back(acting(state, edge->move) + ": " + dsl::join(parts, "; "));
            for (const std::string& each : edge->used) {
                if (std::ranges::find(used, each) == used.end()) used.push_back(each);
            }
        }
        return words;
    }

    // What is so in a state and was not in the one before it, and the other way round.
    static std::string values_words(const StateLines& state, const StateLines& earlier) {
        std::vector<std::string> words;
        const auto is_in = [](const std::vector<std::string>& lines, const std::string& line) {
            return std::ranges::find(lines, line) != lines.end();
        };
        for (const std::string& value : state.values) {
            if (!is_in(earlier.values, value)) words.push_back(value);
        }
        const auto name = [](const std::string& value) { return value.substr(0, value.find(" = ")); };
        for (const std::string& value : earlier.values) {
            const auto has_name = [&](const std::string& other) { return name(other) == name(value); };
            if (std::ranges::none_of(state.values, has_name)) words.push_back("no longer " + value);
        }
        for (const std::string& item : state.agenda) {
            if (!is_in(earlier.agenda, item)) words.push_back(item + " waits");
        }
        if (!state.ending.empty()) words.push_back("the game ends: " + state.ending);
        return words.empty() ? "nothing changes" : dsl::join(words, ", ");
    }

    const Version& before_;
    const Version& now_;
    ComparedSetup result_;
    std::vector<Pair> pairs_;
    std::set<std::pair<std::size_t, std::size_t>> seen_;
    std::set<std::string> parting_items_;  // that take part in some parting
    bool leads_beyond_ = false;
};

std::map<std::string, std::size_t> setups_of(const Model& model, Compared compared) {
    std::map<std::string, std::size_t> setups;
    for (std::size_t i = 0; i < model.setups.size(); ++i) {
        if (model.setups[i].screening.has_value() == (compared == Compared::Screens))
            setups.emplace(setup_name(model, i), i);
    }
    return setups;
}

}  // namespace

Behaviour compare_behaviour(const Model& before, const Model& now, std::size_t most_states,
                            Compared compared) {
    Behaviour behaviour{changed_items(before, now), {}};
    const std::map<std::string, std::size_t> old_setups = setups_of(before, compared);
    const std::map<std::string, std::size_t> new_setups = setups_of(now, compared);
    for (const auto& [name, number] : new_setups) {
        const auto was = old_setups.find(name);
        if (was == old_setups.end()) {
            behaviour.setups.push_back({name, Edit::New});
            continue;
        }
        const Version old_version(before, was->second, most_states);
        const Version new_version(now, number, most_states);
        behaviour.setups.push_back(SideBySide(old_version, new_version).compare());
    }
    for (const auto& [name, number] : old_setups) {
        if (!new_setups.contains(name)) behaviour.setups.push_back({name, Edit::Gone});
    }
    return behaviour;
}

const Parting* parting_of(const Behaviour& behaviour, const ChangedItem& item) {
    const auto names_it = [&](const std::string& line) { return line.find(item.name) != std::string::npos; };
    const Parting* nearest = nullptr;
    for (const ComparedSetup& setup : behaviour.setups) {
        for (const Parting& parting : setup.partings) {
            const bool takes_part =
                std::ranges::find(parting.used, item.kind + " " + item.name) != parting.used.end() ||
                std::ranges::any_of(parting.before, names_it) || std::ranges::any_of(parting.now, names_it);
            if (takes_part && (nearest == nullptr || parting.play.size() < nearest->play.size()))
                nearest = &parting;
        }
    }
    return nearest;
}

}  // namespace errata::reports
