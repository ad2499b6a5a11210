#include "checker/certify/sameness.h"

#include <algorithm>
#include <functional>

#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_renamings = 10'000;
// Rounds of looking at what is known of an object's neighbours: few for a digest, which only has to sort states out.
constexpr int digest_rounds = 2;
constexpr int profile_rounds = 4;

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

}  // namespace

Sameness::Sameness(const Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const Type& type = model.types[i];
        if (type.interchangeable && type.form == TypeForm::Enum && !type.optional)
            kinds_.push_back(TypeId(i));
    }
    for (const Variable& variable : model.variables) {
        const auto refers = [&](TypeId id) {
            const Type& type = model.type(id);
            return kind_of(type.form == TypeForm::Set ? type.element : id) >= 0;
        };
        speaks_.push_back(refers(variable.type) || std::ranges::any_of(variable.params, refers));
    }
    find_unread();
}

// A counter is read if its cell stands in a term that a transition, an owner, a claim or a printed item evaluates; a Set of it
// reads it too, for what a Set changes depends on it. A check for one end only compares everything.
void Sameness::find_unread() {
    std::vector<bool> seen(model_.terms.size());
    std::vector<bool> read(model_.variables.size());
    std::vector<TermId> open;
    const auto look = [&](TermId root) {
        if (root.is_valid()) open.push_back(root);
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (seen[id.index]) continue;
            seen[id.index] = true;
            const Term& term = model_.terms[id];
            if (term.kind == TermKind::Cell) read[static_cast<std::size_t>(term.payload)] = true;
            open.insert(open.end(), term.children.begin(), term.children.end());
        }
    };
    for (std::size_t i = 0; i < model_.code.size(); ++i) {
        const Code& node = model_.code[CodeId(i)];
        std::ranges::for_each(node.terms, look);
        if (node.kind == CodeKind::Set) read[node.var.index] = true;
    }
    for (const Point& point : model_.points) {
        look(point.player);
        for (const PointOption& option : point.options) look(option.guard);
    }
    for (const Trigger& trigger : model_.triggers) look(trigger.player);
    for (const StateCheck& check : model_.state_checks) look(check.condition);
    for_each_definition(model_, look);
    for (const PrintedItem& item : model_.printed_items) look(item.functions);
    for (const Claim& claim : model_.claims) {
        if (claim.kind == ClaimKind::Unique) return;
        look(claim.condition);
        look(claim.premise);
    }
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (read[i] || model_.type(variable.type).form != TypeForm::Counter) continue;
        for (std::size_t k = 0; k < variable.cells; ++k) unread_.push_back(variable.base + k);
    }
}

State Sameness::without_unread(State state) const {
    for (const std::size_t cell : unread_) state[cell] = 0;
    return state;
}

std::int32_t Sameness::kind_of(TypeId id) const {
    const Type& type = model_.type(id);
    const TypeId plain = type.optional ? type.base : id;
    const auto kind = std::ranges::find(kinds_, plain);
    return kind == kinds_.end() ? -1 : static_cast<std::int32_t>(kind - kinds_.begin());
}

Sameness::Token Sameness::token(TypeId type, Value value) const {
    return {value < 0 ? -1 : kind_of(type), value};
}

// One fact for a value, or one for each element of a set.
void Sameness::add_facts(Fact fact, TypeId id, Value value, std::vector<Fact>& facts) const {
    const Type& type = model_.type(id);
    if (type.form != TypeForm::Set || kind_of(type.element) < 0) {
        fact.push_back(token(id, value));
        facts.push_back(std::move(fact));
        return;
    }
    for (Value bit = 0; bit < model_.type(type.element).size(); ++bit) {
        if ((value >> bit & 1) == 0) continue;
        facts.push_back(fact);
        facts.back().push_back(token(type.element, model_.type(type.element).lo + bit));
    }
}

std::vector<Sameness::Fact> Sameness::facts(const State& state) const {
    std::vector<Fact> result;
    Fact plain;  // all that speaks of no object
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (!speaks_[i]) {
            for (std::size_t k = 0; k < variable.cells; ++k) plain.push_back({-1, state[variable.base + k]});
            continue;
        }
        for_each_argument(model_, variable, [&](const std::vector<Value>& arguments, std::size_t cell) {
            Fact fact{{-1, static_cast<Value>(i)}};
            for (std::size_t k = 0; k < arguments.size(); ++k)
                fact.push_back(token(variable.params[k], arguments[k]));
            add_facts(std::move(fact), variable.type, state[cell], result);
        });
    }
    const Layout& layout = model_.layout;
    plain.push_back({-1, state[layout.over]});
    result.push_back(std::move(plain));
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Value number = state[layout.frame(i)];
        const auto place = static_cast<Value>(i);
        result.push_back({{-1, -2}, {-1, place}, {-1, number}});
        for (const BinderRegister& live :
             model_.points[static_cast<std::size_t>(number - 1)].live_registers) {
            add_facts({{-1, -3}, {-1, place}, {-1, live.reg}}, live.type,
                      state[layout.frame(i) + 1 + live.reg], result);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Value number = state[layout.slot(i)];
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(number - 1)];
        Fact whole{{-1, -4}, {-1, number}};
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            const Type& type = model_.type(trigger.params[k]);
            const Value value = state[layout.slot(i) + 1 + k];
            if (type.form == TypeForm::Set) {
                add_facts({{-1, -5}, {-1, number}, {-1, static_cast<Value>(k)}}, trigger.params[k], value,
                          result);
            } else {
                whole.push_back(token(trigger.params[k], value));
            }
        }
        result.push_back(std::move(whole));
    }
    return result;
}

Sameness::Profiles Sameness::profiles(const std::vector<Fact>& facts, int rounds) const {
    Profiles profiles;
    for (const TypeId kind : kinds_)
        profiles.emplace_back(static_cast<std::size_t>(model_.type(kind).size()), 1);
    for (int round = 0; round < rounds; ++round) {
        Profiles next = profiles;
        for (const Fact& fact : facts) {
            std::uint64_t sum = 17;
            for (const Token& token : fact) {
                sum = token.kind < 0 ? stir(sum, static_cast<std::uint64_t>(token.value))
                                     : stir(sum, profiles[static_cast<std::size_t>(token.kind)]
                                                         [static_cast<std::size_t>(token.value)]);
            }
            for (std::size_t i = 0; i < fact.size(); ++i) {
                if (fact[i].kind < 0) continue;
                next[static_cast<std::size_t>(fact[i].kind)][static_cast<std::size_t>(fact[i].value)] +=
                    stir(sum, i);
            }
        }
        for (auto& kind : next) {
            for (std::uint64_t& profile : kind) profile = stir(23, profile);
        }
        profiles = std::move(next);
    }
    return profiles;
}

std::uint64_t Sameness::digest(const State& given) const {
    const State state = without_unread(given);
    std::uint64_t result = 0;
    if (kinds_.empty()) {
        for (const Value value : state) result = stir(result, static_cast<std::uint64_t>(value));
        return result;
    }
    const std::vector<Fact> known = facts(state);
    const Profiles of = profiles(known, digest_rounds);
    for (const Fact& fact : known) {
        std::uint64_t sum = 29;
        for (const Token& token : fact) {
            sum = stir(sum,
                       token.kind < 0
                           ? static_cast<std::uint64_t>(token.value)
                           : of[static_cast<std::size_t>(token.kind)][static_cast<std::size_t>(token.value)]);
        }
        result += sum;
    }
    return result;
}

Value Sameness::renamed(TypeId id, Value value, const std::vector<std::vector<Value>>& names) const {
    const Type& type = model_.type(id);
    if (type.form == TypeForm::Set) {
        const std::int32_t kind = kind_of(type.element);
        if (kind < 0) return value;
        const Value lo = model_.type(type.element).lo;
        Value result = 0;
        for (Value bit = 0; bit < model_.type(type.element).size(); ++bit) {
            if ((value >> bit & 1) != 0) result |= Value{1} << (renamed(type.element, lo + bit, names) - lo);
        }
        return result;
    }
    const std::int32_t kind = kind_of(id);
    return kind < 0 || value < 0 ? value
                                 : names[static_cast<std::size_t>(kind)][static_cast<std::size_t>(value)];
}

State Sameness::renamed(const State& state, const std::vector<std::vector<Value>>& names) const {
    State result = state;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        const Variable& variable = model_.variables[i];
        for_each_argument(model_, variable, [&](std::vector<Value> arguments, std::size_t cell) {
            for (std::size_t k = 0; k < arguments.size(); ++k)
                arguments[k] = renamed(variable.params[k], arguments[k], names);
            result[cell_of(model_, VarId(i), arguments)] = renamed(variable.type, state[cell], names);
        });
    }
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Point& point = model_.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            Value& value = result[layout.frame(i) + 1 + live.reg];
            value = renamed(live.type, value, names);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            Value& value = result[layout.slot(i) + 1 + k];
            value = renamed(trigger.params[k], value, names);
        }
    }
    return canonical(model_, std::move(result));
}

// Gives every object of `a` the name of one of `b` of which the same is known, until the states are equal.
class Sameness::Matching {
public:
    Matching(const Sameness& sameness, const State& a, const State& b)
        : sameness_(sameness),
          a_(a),
          b_(b),
          of_a_(sameness.profiles(sameness.facts(a), profile_rounds)),
          of_b_(sameness.profiles(sameness.facts(b), profile_rounds)) {
        for (const auto& kind : of_a_) {
            names.emplace_back(kind.size());
            taken_.emplace_back(kind.size());
        }
    }

    bool assign(std::size_t kind, std::size_t object) {
        if (kind == names.size()) {
            ++tried_;
            return sameness_.renamed(a_, names) == b_;
        }
        if (object == names[kind].size()) return assign(kind + 1, 0);
        // Its own name first, so that as few objects as possible change places.
        for (std::size_t shift = 0; shift < names[kind].size() && tried_ < max_renamings; ++shift) {
            const std::size_t name = (object + shift) % names[kind].size();
            if (taken_[kind][name] || of_a_[kind][object] != of_b_[kind][name]) continue;
            taken_[kind][name] = true;
            names[kind][object] = static_cast<Value>(name);
            if (assign(kind, object + 1)) return true;
            taken_[kind][name] = false;
        }
        return false;
    }

    std::vector<std::vector<Value>> names;  // by kind and object

private:
    const Sameness& sameness_;
    const State& a_;
    const State& b_;
    Profiles of_a_;
    Profiles of_b_;
    std::vector<std::vector<bool>> taken_;
    std::size_t tried_ = 0;
};

std::optional<Likeness> Sameness::compare(const State& a, const State& b) const {
    Likeness result;
    if (a == b) return result;
    for (const std::size_t cell : unread_) {
        if (a[cell] != b[cell]) result.unread.push_back(cell);
    }
    const State bare_a = without_unread(a);
    const State bare_b = without_unread(b);
    if (bare_a == bare_b) return result;
    if (kinds_.empty()) return std::nullopt;
    Matching matching(*this, bare_a, bare_b);
    if (!matching.assign(0, 0)) return std::nullopt;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        const std::vector<Value>& names = matching.names[kind];
        for (std::size_t object = 0; object < names.size(); ++object) {
            if (names[object] == static_cast<Value>(object)) continue;
            result.renamed.push_back(kinds_[kind]);
            break;
        }
    }
    return result;
}

}  // namespace errata::checker
