#include "compiler/ir/passes/footprint.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_nodes = 100000;

// The code of an instance, as far as it was read.
struct InstanceReader {
    const Model& model;
    Footprint footprint = {};
    std::optional<std::uint32_t> own = {};  // binder of the instance's object
    std::map<std::uint32_t, TermId> aliases = {};
    // Terms are read once for each meaning of the names in them.
    std::size_t aliases_version = 0;
    std::size_t versions = 0;
    std::set<std::pair<std::uint32_t, std::size_t>> seen[2] = {};
    std::set<std::uint32_t> bound = {};  // binders since the instances part
    std::size_t nodes = 0;
};

const Term& term(const InstanceReader& r, TermId id) { return r.model.terms[id]; }

std::uint32_t place_of_register(const InstanceReader& r, Value number) {
    return static_cast<std::uint32_t>(r.model.variables.size()) + static_cast<std::uint32_t>(number);
}

// What a name given by `let` stands for, as far as it is another name or a constant.
TermId resolved(const InstanceReader& r, TermId id) {
    while (term(r, id).kind == TermKind::Bound) {
        const auto alias = r.aliases.find(static_cast<std::uint32_t>(term(r, id).payload));
        if (alias == r.aliases.end()) return id;
        id = alias->second;
    }
    return id;
}

bool is_own(const InstanceReader& r, TermId id) {
    const Term& name = term(r, resolved(r, id));
    return r.own && name.kind == TermKind::Bound && name.payload == Value{*r.own};
}

Access access(const InstanceReader& r, Touch touch, std::uint32_t place, std::vector<TermId> arguments,
              bool in_definition) {
    Access result;
    result.touch = touch;
    result.place = place;
    for (std::size_t i = 0; i < arguments.size() && !in_definition; ++i) {
        if (i < 64 && is_own(r, arguments[i])) result.own |= std::uint64_t{1} << i;
        arguments[i] = resolved(r, arguments[i]);
    }
    // The parameters of a definition are no names of this place.
    if (!in_definition) result.arguments = std::move(arguments);
    return result;
}

void add(InstanceReader& r, Access access) {
    if (r.footprint.accesses.size() > most_nodes) r.footprint.is_known = false;
    if (r.footprint.is_known) r.footprint.accesses.insert(std::move(access));
}

void read(InstanceReader& r, TermId id, bool in_definition = false) {
    if (!id.is_valid() || !r.seen[in_definition ? 1 : 0].insert({id.index, r.aliases_version}).second) return;
    const Term& node = term(r, id);
    if (node.kind == TermKind::Cell) {
        add(r,
            access(r, Touch::Read, static_cast<std::uint32_t>(node.payload), node.children, in_definition));
    }
    if (node.kind == TermKind::Register) add(r, {place_of_register(r, node.payload), Touch::Read});
    for_each_definition(r.model, node, [&](TermId behind) { read(r, behind, true); });
    for (const TermId child : node.children) read(r, child, in_definition);
}

void code(InstanceReader& r, CodeId id);

void let(InstanceReader& r, const Code& node) {
    read(r, node.terms[0]);
    const TermId value = resolved(r, node.terms[0]);
    const TermKind kind = term(r, value).kind;
    const auto outside = r.aliases;
    r.aliases.erase(node.level);
    r.bound.insert(node.level);
    if (kind == TermKind::Bound || kind == TermKind::Const) r.aliases[node.level] = value;
    const std::size_t version = r.aliases_version;
    r.aliases_version = ++r.versions;
    code(r, node.children[0]);
    r.aliases_version = version;
    r.aliases = outside;
}

// What the binders of a Rounds are given from round to round.
struct Carried {
    std::vector<const Code*> agains;
    std::map<Value, std::vector<TermId>> lets;  // by level: what stands for other binders
};

Carried carried_by(const Model& model, CodeId rounds) {
    Carried result;
    const std::uint32_t level = model.flow.code[rounds].level;
    walk_code(model.flow.code, std::array{rounds}, [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Again && node.level == level) result.agains.push_back(&node);
        if (node.kind == CodeKind::Let) result.lets[Value{node.level}].push_back(node.terms[0]);
    });
    return result;
}

// The term is the binder of that level, perhaps by way of Lets (which name binders further out).
bool is_binder(const Model& model, const Carried& carried, TermId value, Value level) {
    const Term& term = model.terms[value];
    if (term.kind != TermKind::Bound) return false;
    if (term.payload == level) return true;
    const auto lets = carried.lets.find(term.payload);
    return lets != carried.lets.end() && std::ranges::all_of(lets->second, [&](TermId behind) {
               return is_binder(model, carried, behind, level);
           });
}

void rounds(InstanceReader& r, CodeId id, const Code& node) {
    for (const TermId first : node.terms) read(r, first);
    const Carried carried = carried_by(r.model, id);
    const auto stays = [&](std::uint32_t number) {
        return std::ranges::all_of(carried.agains, [&](const Code* again) {
            return is_binder(r.model, carried, again->terms[number], Value{node.level} + Value{number});
        });
    };
    const auto outside = r.aliases;
    std::map<std::uint32_t, TermId> inside = outside;
    for (std::uint32_t i = 0; i < node.terms.size(); ++i) {
        const TermId value = resolved(r, node.terms[i]);
        const TermKind kind = term(r, value).kind;
        r.bound.insert(node.level + i);
        inside.erase(node.level + i);
        if ((kind == TermKind::Bound || kind == TermKind::Const) && stays(i)) inside[node.level + i] = value;
    }
    const std::size_t version = std::exchange(r.aliases_version, ++r.versions);
    r.aliases = inside;
    for (const CodeId child : node.children) code(r, child);
    r.aliases_version = version;
    r.aliases = outside;
}

// Nothing but a Set: the only node behind the condition, or nothing.
const Code* only_write(const InstanceReader& r, const Code& node) {
    const auto is_empty = [&](CodeId id) {
        const Code& child = r.model.flow.code[id];
        return child.kind == CodeKind::Sequence && child.children.empty();
    };
    if (node.children.size() > 1 && !is_empty(node.children[1])) return nullptr;
    const Code* then = &r.model.flow.code[node.children[0]];
    while (then->kind == CodeKind::Sequence && then->children.size() == 1)
        then = &r.model.flow.code[then->children[0]];
    return then->kind == CodeKind::Set ? then : nullptr;
}

bool is_drop(const InstanceReader& r, const Term& asked, const Code& written) {
    if (asked.kind != TermKind::Equal) return false;
    const bool second = is_own(r, asked.children[1]);
    if (!second && !is_own(r, asked.children[0])) return false;
    const Term& cell = term(r, asked.children[second ? 0 : 1]);
    if (cell.kind != TermKind::Cell || cell.payload != Value{written.var.index}) return false;
    const std::span<const TermId> terms(written.terms);
    if (!std::ranges::equal(cell.children, terms.first(terms.size() - 1))) return false;
    const Term& value = term(r, terms.back());
    return value.kind == TermKind::Const && value.payload == none_value;
}

// `if v(a) = own { v(a) := none }`; what else the condition asks is read.
bool drops(InstanceReader& r, const Code& node) {
    const Code* written = only_write(r, node);
    if (written == nullptr) return false;
    const Term& condition = term(r, node.terms[0]);
    const std::vector<TermId> conjuncts =
        condition.kind == TermKind::And ? condition.children : std::vector<TermId>{node.terms[0]};
    const auto about =
        std::ranges::find_if(conjuncts, [&](TermId id) { return is_drop(r, term(r, id), *written); });
    if (about == conjuncts.end()) return false;
    for (const TermId conjunct : conjuncts) {
        if (conjunct != *about) read(r, conjunct);
    }
    const std::vector<TermId> arguments(written->terms.begin(), written->terms.end() - 1);
    for (const TermId argument : arguments) read(r, argument);
    Access drop = access(r, Touch::Drop, written->var.index, arguments, false);
    drop.is_reset = written->is_reset;
    add(r, std::move(drop));
    return true;
}

int sign_of(const Term& amount) {
    if (!amount.bounded) return 0;
    return amount.lo >= 0 ? 1 : amount.hi <= 0 ? -1 : 0;
}

// Is the value the same for all instances, in one state? Then it names nothing that was bound since they
// part, but by a `let`: `names` gets what stands behind those.
bool is_same_for_all(const InstanceReader& r, TermId root, std::vector<TermId>& names) {
    bool same = true;
    walk_terms(r.model.terms, std::span(&root, 1), [&](TermId id, const Term& node) {
        if (node.domain.is_valid()) same = false;  // a quantifier; its binder would have to be told apart
        if (node.kind != TermKind::Bound) return;
        if (resolved(r, id) != id) names.push_back(resolved(r, id));
        const Term& name = term(r, resolved(r, id));
        same = same && (name.kind != TermKind::Bound ||
                        (r.own ? name.payload < Value{*r.own}
                               : !r.bound.contains(static_cast<std::uint32_t>(name.payload))));
    });
    return same;
}

template <class IsCell>
bool saturates(InstanceReader& r, const Term& what, const IsCell& is_cell, Access& written) {
    if (what.kind != TermKind::Maximum && what.kind != TermKind::Minimum) return false;
    for (const std::size_t side : {0U, 1U}) {
        const TermId bound = what.children[side];
        const Term& moved = term(r, what.children[1 - side]);
        if (moved.kind != TermKind::Add && moved.kind != TermKind::Subtract) continue;
        if (!is_cell(moved.children[0]) || term(r, bound).kind != TermKind::Const) continue;
        const int amount = sign_of(term(r, moved.children[1]));
        const int sign = moved.kind == TermKind::Add ? amount : -amount;
        if (sign != (what.kind == TermKind::Minimum ? 1 : -1)) continue;
        written.touch = Touch::Saturate;
        written.value = bound;
        written.sign = sign;
        const TermId by = resolved(r, moved.children[1]);
        if (term(r, by).kind == TermKind::Const) written.amount = by;
        read(r, moved.children[1]);
        return true;
    }
    return false;
}

// Everything that a term reads but the cell itself.
template <class IsCell>
void read_but(InstanceReader& r, TermId root, const IsCell& is_cell, bool& met) {
    std::vector<TermId> open{root};
    std::set<TermId> seen;
    while (!open.empty()) {
        const TermId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& node = term(r, id);
        if (is_cell(id)) {
            met = true;
        } else if (node.kind == TermKind::Cell || node.kind == TermKind::Register) {
            read(r, id);
            continue;
        }
        for_each_definition(r.model, node, [&](TermId behind) { read(r, behind, true); });
        open.insert(open.end(), node.children.begin(), node.children.end());
    }
}

// The way in which a Set changes its cell; what else its value reads.
void set(InstanceReader& r, const Code& node, Access& written) {
    const TermId value = node.terms.back();
    const Term& what = term(r, value);
    const auto is_cell = [&](TermId id) {
        const Term& cell = term(r, id);
        return cell.kind == TermKind::Cell && cell.payload == Value{node.var.index} &&
               std::ranges::equal(cell.children, std::span(node.terms).first(node.terms.size() - 1));
    };
    const bool inserts = what.kind == TermKind::SetInsert || what.kind == TermKind::SetUnion;
    const bool erases = what.kind == TermKind::SetErase || what.kind == TermKind::SetMinus;
    if ((inserts || erases) && is_cell(what.children[0])) {
        written.touch = inserts ? Touch::Insert : Touch::Erase;
        return read(r, what.children[1]);
    }
    if (saturates(r, what, is_cell, written)) return;
    std::vector<TermId> names;
    if (!is_same_for_all(r, value, names)) return read(r, value);
    bool reads_itself = false;
    read_but(r, value, is_cell, reads_itself);
    written.touch = reads_itself ? Touch::Apply : Touch::Put;
    written.value = resolved(r, value);
    if (written.value == value) written.names = std::move(names);
}

void write(InstanceReader& r, const Code& node) {
    const std::vector<TermId> arguments(node.terms.begin(), node.terms.end() - 1);
    for (const TermId argument : arguments) read(r, argument);
    Access written = access(r, Touch::Write, node.var.index, arguments, false);
    written.is_reset = node.is_reset;
    if (node.kind == CodeKind::Increase) {
        written.touch = Touch::Add;
        const bool is_finite = r.model.type(r.model.variable(node.var).type).is_finite();
        written.sign = is_finite ? sign_of(term(r, node.terms.back())) : 1;
        read(r, node.terms.back());
    } else if (node.kind != CodeKind::Set) {
        written.touch = node.kind == CodeKind::Gain ? Touch::Gain : Touch::Lose;
        read(r, node.terms.back());
    } else {
        set(r, node, written);
    }
    add(r, std::move(written));
}

void set_register(InstanceReader& r, const Code& node) {
    read(r, node.terms[0]);
    Access written{place_of_register(r, node.level), Touch::Write};
    std::vector<TermId> names;
    if (is_same_for_all(r, node.terms[0], names)) {
        written.touch = Touch::Put;
        written.value = node.terms[0];
        written.names = std::move(names);
    }
    add(r, std::move(written));
}

void pend(InstanceReader& r, const Code& node) {
    const Trigger& trigger = r.model.rules.triggers[node.trigger.index];
    for (std::size_t i = 0; i < node.terms.size(); ++i) {
        read(r, node.terms[i]);
        const Type& type = r.model.type(trigger.params[i]);
        if (type.optional) r.footprint.pended.insert({type.base, is_own(r, node.terms[i])});
    }
}

void code(InstanceReader& r, CodeId id) {
    if (++r.nodes > most_nodes) r.footprint.is_known = false;
    if (!r.footprint.is_known) return;
    const Code& node = r.model.flow.code[id];
    switch (node.kind) {
        case CodeKind::If:
            if (drops(r, node)) return;
            break;
        case CodeKind::Let:
            return let(r, node);
        case CodeKind::ForEach:
            r.bound.insert(node.level);
            break;
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return write(r, node);
        case CodeKind::SetRegister:
            return set_register(r, node);
        case CodeKind::Pend:
            return pend(r, node);
        case CodeKind::Forget:
            read(r, node.terms[0]);
            r.footprint.forgotten.insert({node.domain, is_own(r, node.terms[0])});
            return;
        case CodeKind::Solve:
            for_each_definition(r.model, r.model.functions.equations[node.equations.index],
                                [&](TermId behind) { read(r, behind, true); });
            break;
        case CodeKind::Rounds:
            return rounds(r, id, node);
        case CodeKind::Again:
        case CodeKind::Sequence:
        case CodeKind::AnyOrder:
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
        case CodeKind::Fork:
        case CodeKind::Report:
            break;
        case CodeKind::IfAtRest:
        case CodeKind::Goto:
        case CodeKind::Call:
        case CodeKind::Stop:
        case CodeKind::Return:
        case CodeKind::Finish:
        case CodeKind::Cut:
            r.footprint.is_known = false;
            return;
    }
    for (const TermId child : node.terms) read(r, child);
    for (const CodeId child : node.children) code(r, child);
}

}  // namespace

Footprint footprint(const Model& model, CodeId instance) {
    InstanceReader r{model};
    const Code& node = model.flow.code[instance];
    if (node.kind == CodeKind::ForEach) r.own = node.level;
    read(r, node.terms[0]);
    for (const CodeId child : node.children) code(r, child);
    return std::move(r.footprint);
}

}  // namespace errata::compiler
