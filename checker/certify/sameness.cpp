#include "checker/certify/sameness.h"

#include <algorithm>
#include <map>
#include <utility>

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_renamings = 10'000;
// Rounds of looking at what is known of an object's neighbours: few, for a digest only has to sort states
// out.
constexpr int digest_rounds = 2;

std::uint64_t stir(std::uint64_t seed, std::uint64_t value) {
    seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 12) + (seed >> 4);
    seed *= 0xff51afd7ed558ccdULL;
    return seed ^ (seed >> 33);
}

// Calls visit(arguments) for every argument tuple of a variable, in the order of its cells.
template <class Visit>
void for_each_argument(const Model& model, const Variable& variable, Visit&& visit) {
    std::vector<Value> arguments;
    for (const TypeId param : variable.params) arguments.push_back(model.type(param).lo);
    for (std::size_t i = 0; i < variable.cells; ++i) {
        visit(arguments, variable.base + i);
        for (std::size_t k = arguments.size(); k-- > 0;) {
            const Type& type = model.type(variable.params[k]);
            if (++arguments[k] <= type.hi) break;
            arguments[k] = type.lo;
        }
    }
}

std::uint64_t word(const ObjectToken& token, const Profiles& profiles) {
    return token.is_object ? profiles[static_cast<std::size_t>(token.value)]
                           : static_cast<std::uint64_t>(token.value);
}

// One more round of looking at the neighbours.
Profiles sharper(const Profiles& profiles, const ObjectFacts& facts) {
    Profiles next = profiles;
    std::size_t at = 0;
    for (const std::size_t end : facts.ends) {
        const std::size_t begin = std::exchange(at, end);
        std::uint64_t sum = 17;
        for (std::size_t i = begin; i < end; ++i) sum = stir(sum, word(facts.tokens[i], profiles));
        for (std::size_t i = begin; i < end; ++i) {
            const ObjectToken& token = facts.tokens[i];
            if (token.is_object) next[static_cast<std::size_t>(token.value)] += stir(sum, i - begin);
        }
    }
    for (std::uint64_t& profile : next) profile = stir(23, profile);
    return next;
}

}  // namespace

Sameness::Sameness(const Model& model)
    : model_(model), objects_(model), unread_(indifferent_counters(model)) {
    for (const Variable& variable : model.variables) {
        const auto refers = [&](TypeId id) {
            const Type& type = model.type(id);
            return objects_.kind_of(type.form == TypeForm::Set ? type.element : id) >= 0;
        };
        speaks_.push_back(refers(variable.type) || std::ranges::any_of(variable.params, refers));
    }
}

State Sameness::without_unread(State state) const {
    for (const auto& [cell, least, most] : unread_) state[cell] = std::clamp(state[cell], least, most);
    return state;
}

void ObjectFacts::end() {
    const std::size_t begin = ends.empty() ? 0 : ends.back();
    const auto objects = std::count_if(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.end(),
                                       [](const ObjectToken& token) { return token.is_object; });
    connect = connect || objects > 1;
    ends.push_back(tokens.size());
}

// What is under way ends with the value, or with one element of the set after the other.
void Sameness::end_with(TypeId id, Value value, ObjectFacts& facts) const {
    const Type& type = model_.type(id);
    if (type.form != TypeForm::Set || objects_.kind_of(type.element) < 0) {
        facts.tokens.push_back(objects_.token(id, value));
        return facts.end();
    }
    const std::size_t begin = facts.ends.empty() ? 0 : facts.ends.back();
    const std::vector<ObjectToken> start(facts.tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                                         facts.tokens.end());
    facts.tokens.resize(begin);
    for (Value bit = 0; bit < model_.type(type.element).size(); ++bit) {
        if ((value >> bit & 1) == 0) continue;
        facts.tokens.insert(facts.tokens.end(), start.begin(), start.end());
        facts.tokens.push_back(objects_.token(type.element, model_.type(type.element).lo + bit));
        facts.end();
    }
}

ObjectFacts Sameness::facts(const State& state) const {
    ObjectFacts result;
    const auto say = [&](Value word) { result.tokens.push_back({false, word}); };
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (speaks_[i]) continue;
        for (std::size_t k = 0; k < variable.cells; ++k) say(state[variable.base + k]);
    }
    say(state[model_.layout.over]);
    result.end();
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (!speaks_[i]) continue;
        for_each_argument(model_, variable, [&](const std::vector<Value>& arguments, std::size_t cell) {
            say(static_cast<Value>(i));
            for (std::size_t k = 0; k < arguments.size(); ++k)
                result.tokens.push_back(objects_.token(variable.params[k], arguments[k]));
            end_with(variable.type, state[cell], result);
        });
    }
    add_agenda(state, result);
    add_pending(state, result);
    return result;
}

void Sameness::add_agenda(const State& state, ObjectFacts& result) const {
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Value number = state[layout.frame(i)];
        const auto place = static_cast<Value>(i);
        result.tokens.insert(result.tokens.end(), {{false, -2}, {false, place}, {false, number}});
        result.end();
        for (const BinderRegister& live :
             model_.flow.points[static_cast<std::size_t>(number - 1)].live_registers) {
            result.tokens.insert(result.tokens.end(), {{false, -3}, {false, place}, {false, live.reg}});
            end_with(live.type, state[layout.frame(i) + 1 + live.reg], result);
        }
    }
}

void Sameness::add_pending(const State& state, ObjectFacts& result) const {
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Value number = state[layout.slot(i)];
        const Trigger& trigger = model_.rules.triggers[static_cast<std::size_t>(number - 1)];
        const auto value = [&](std::size_t k) { return state[layout.slot(i) + 1 + k]; };
        const auto is_set = [&](std::size_t k) {
            return model_.type(trigger.params[k]).form == TypeForm::Set;
        };
        result.tokens.insert(result.tokens.end(), {{false, -4}, {false, number}});
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (!is_set(k)) result.tokens.push_back(objects_.token(trigger.params[k], value(k)));
        }
        result.end();
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (!is_set(k)) continue;
            result.tokens.insert(result.tokens.end(),
                                 {{false, -5}, {false, number}, {false, static_cast<Value>(k)}});
            end_with(trigger.params[k], value(k), result);
        }
    }
}

std::uint64_t Sameness::digest(const State& given) const {
    const State state = without_unread(given);
    std::uint64_t result = 0;
    if (objects_.is_empty()) {
        for (const Value value : state) result = stir(result, static_cast<std::uint64_t>(value));
        return result;
    }
    const ObjectFacts known = facts(state);
    Profiles profiles = objects_.strangers();
    for (int round = 0; round < (known.connect ? digest_rounds : 1); ++round)
        profiles = sharper(profiles, known);
    std::size_t at = 0;
    for (const std::size_t end : known.ends) {
        std::uint64_t sum = 29;
        for (; at < end; ++at) sum = stir(sum, word(known.tokens[at], profiles));
        result += sum;
    }
    return result;
}

Value Sameness::renamed(TypeId id, Value value, const Names& names) const {
    const Type& type = model_.type(id);
    if (type.form == TypeForm::Set) {
        const std::int32_t kind = objects_.kind_of(type.element);
        if (kind < 0) return value;
        const Value lo = model_.type(type.element).lo;
        Value result = 0;
        for (Value bit = 0; bit < model_.type(type.element).size(); ++bit) {
            if ((value >> bit & 1) != 0) result |= Value{1} << (renamed(type.element, lo + bit, names) - lo);
        }
        return result;
    }
    const std::int32_t kind = objects_.kind_of(id);
    return kind < 0 || value < 0
               ? value
               : names[objects_.first(static_cast<std::size_t>(kind)) + static_cast<std::size_t>(value)];
}

State Sameness::renamed(const State& state, const Names& names) const {
    State result = state;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (!speaks_[i]) continue;
        for_each_argument(model_, variable, [&](std::vector<Value> arguments, std::size_t cell) {
            for (std::size_t k = 0; k < arguments.size(); ++k)
                arguments[k] = renamed(variable.params[k], arguments[k], names);
            result[cell_of(model_, VarId(i), arguments)] = renamed(variable.type, state[cell], names);
        });
    }
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Point& point = model_.flow.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            Value& value = result[layout.frame(i) + 1 + live.reg];
            value = renamed(live.type, value, names);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model_.rules.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            Value& value = result[layout.slot(i) + 1 + k];
            value = renamed(trigger.params[k], value, names);
        }
    }
    return canonical(model_, std::move(result));
}

// Gives every object of `a` the name of one of `b` of which the same is known. Where that is not enough one
// object after the other is tied to one of those it may be, and what follows for the others is looked at
// again.
class Sameness::Matching {
public:
    Matching(const Sameness& sameness, const State& a, const State& b)
        : sameness_(sameness), a_(a), b_(b), facts_a_(sameness.facts(a)), facts_b_(sameness.facts(b)) {}

    bool find() { return match(sameness_.objects_.strangers(), sameness_.objects_.strangers()); }
    bool gave_up() const { return tried_ > max_renamings; }

    Names names;  // of each object of `a`, numbered within its kind

private:
    bool match(Profiles of_a, Profiles of_b) {
        if (gave_up() || !sharpen(of_a, of_b)) return false;
        ++tried_;
        give_names(of_a, of_b);
        if (sameness_.renamed(a_, names) == b_) return true;
        if (!facts_a_.connect) return false;
        const std::optional<std::size_t> object = ambiguous(of_a);
        if (!object) return false;
        // Its own name first, so that as few objects as possible change places.
        for (std::size_t shift = 0; shift < of_b.size() && !gave_up(); ++shift) {
            const std::size_t other = (*object + shift) % of_b.size();
            if (of_b[other] != of_a[*object]) continue;
            Profiles tied_a = of_a;
            Profiles tied_b = of_b;
            tied_a[*object] = tied_b[other] = stir(31, of_a[*object]);
            if (match(std::move(tied_a), std::move(tied_b))) return true;
        }
        return false;
    }

    // Until a round tells nobody more apart. False if the same cannot be known of the objects of both.
    bool sharpen(Profiles& of_a, Profiles& of_b) const {
        for (std::size_t apart = 0;;) {
            of_a = sharper(of_a, facts_a_);
            of_b = sharper(of_b, facts_b_);
            Profiles sorted = of_a;
            Profiles others = of_b;
            std::ranges::sort(sorted);
            std::ranges::sort(others);
            if (sorted != others) return false;
            sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
            const std::size_t now = sorted.size();
            if (now == apart || !facts_a_.connect) return true;
            apart = now;
        }
    }

    void give_names(const Profiles& of_a, const Profiles& of_b) {
        std::vector<std::pair<std::uint64_t, std::size_t>> from;
        std::vector<std::pair<std::uint64_t, std::size_t>> to;
        names.assign(of_a.size(), 0);
        for (std::size_t object = 0; object < of_a.size(); ++object) {
            if (of_a[object] == of_b[object]) {
                names[object] = sameness_.objects_.name_of(object);
            } else {
                from.emplace_back(of_a[object], object);
                to.emplace_back(of_b[object], object);
            }
        }
        std::ranges::sort(from);
        std::ranges::sort(to);
        for (std::size_t i = 0; i < from.size(); ++i)
            names[from[i].second] = sameness_.objects_.name_of(to[i].second);
    }

    // An object that shares its profile with as few others as possible, but with some.
    static std::optional<std::size_t> ambiguous(const Profiles& profiles) {
        std::map<std::uint64_t, std::size_t> alike;
        for (const std::uint64_t profile : profiles) ++alike[profile];
        std::optional<std::size_t> best;
        for (std::size_t object = 0; object < profiles.size(); ++object) {
            const std::size_t number = alike.at(profiles[object]);
            if (number > 1 && (!best || number < alike.at(profiles[*best]))) best = object;
        }
        return best;
    }

    const Sameness& sameness_;
    const State& a_;
    const State& b_;
    ObjectFacts facts_a_;
    ObjectFacts facts_b_;
    std::size_t tried_ = 0;
};

std::optional<Likeness> Sameness::compare(const State& a, const State& b, std::atomic<bool>* gave_up) const {
    Likeness result;
    if (a == b) return result;
    for (const Indifference& counter : unread_) {
        if (a[counter.cell] != b[counter.cell]) result.unread.push_back(counter.cell);
    }
    const State bare_a = without_unread(a);
    const State bare_b = without_unread(b);
    if (bare_a == bare_b) return result;
    if (objects_.is_empty()) return std::nullopt;
    Matching matching(*this, bare_a, bare_b);
    if (!matching.find()) {
        if (matching.gave_up() && gave_up != nullptr) *gave_up = true;
        return std::nullopt;
    }
    for (std::size_t kind = 0; kind < objects_.kinds().size(); ++kind) {
        for (std::size_t object = objects_.first(kind); object < objects_.end(kind); ++object) {
            if (matching.names[object] == objects_.name_of(object)) continue;
            result.renamed.push_back(objects_.kinds()[kind]);
            break;
        }
    }
    return result;
}

}  // namespace errata::checker
