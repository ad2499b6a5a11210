#include "compiler/ir/passes/footprint.h"

#include <algorithm>
#include <map>

#include "compiler/ir/definitions.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_nodes = 100000;

class Reader {
public:
    explicit Reader(const Model& model) : model_(model) {}

    Footprint read_instance(CodeId id) {
        const Code& node = model_.code[id];
        if (node.kind == CodeKind::ForEach) own_ = node.level;
        read(node.terms[0]);
        for (const CodeId child : node.children) code(child);
        return std::move(footprint_);
    }

private:
    const Term& term(TermId id) const { return model_.terms[id]; }
    std::uint32_t place_of_register(Value number) const {
        return static_cast<std::uint32_t>(model_.variables.size()) + static_cast<std::uint32_t>(number);
    }

    // What a name given by `let` stands for, as far as it is another name or a constant.
    TermId resolved(TermId id) const {
        while (term(id).kind == TermKind::Bound) {
            const auto alias = aliases_.find(static_cast<std::uint32_t>(term(id).payload));
            if (alias == aliases_.end()) return id;
            id = alias->second;
        }
        return id;
    }
    bool is_own(TermId id) const {
        const Term& name = term(resolved(id));
        return own_ && name.kind == TermKind::Bound && name.payload == Value{*own_};
    }

    // Is the value the same for all instances, in one state? Then it names nothing that was bound since they
    // part.
    bool is_same_for_all(TermId root) const {
        bool same = true;
        walk_terms(model_.terms, std::span(&root, 1), [&](TermId id, const Term& node) {
            if (node.domain.is_valid()) same = false;  // a quantifier; its binder would have to be told apart
            if (node.kind != TermKind::Bound) return;
            const Term& name = term(resolved(id));
            same = same && (name.kind != TermKind::Bound ||
                            (own_ ? name.payload < Value{*own_}
                                  : !bound_.contains(static_cast<std::uint32_t>(name.payload))));
        });
        return same;
    }

    void add(Access access) {
        if (footprint_.accesses.size() > most_nodes) footprint_.is_known = false;
        if (footprint_.is_known) footprint_.accesses.insert(std::move(access));
    }
    Access access(Touch touch, std::uint32_t place, std::vector<TermId> arguments, bool in_definition) const {
        Access result;
        result.touch = touch;
        result.place = place;
        for (std::size_t i = 0; i < arguments.size() && !in_definition; ++i) {
            if (i < 64 && is_own(arguments[i])) result.own |= std::uint64_t{1} << i;
            arguments[i] = resolved(arguments[i]);
        }
        // The parameters of a definition are no names of this place.
        if (!in_definition) result.arguments = std::move(arguments);
        return result;
    }

    void read(TermId id, bool in_definition = false) {
        if (!id.is_valid() || !seen_[in_definition ? 1 : 0].insert({id.index, aliases_version_}).second)
            return;
        const Term& node = term(id);
        if (node.kind == TermKind::Cell) {
            add(access(Touch::Read, static_cast<std::uint32_t>(node.payload), node.children, in_definition));
        }
        if (node.kind == TermKind::Register) add({place_of_register(node.payload), Touch::Read});
        for_each_definition(model_, node, [&](TermId behind) { read(behind, true); });
        for (const TermId child : node.children) read(child, in_definition);
    }

    void code(CodeId id) {
        if (++nodes_ > most_nodes) footprint_.is_known = false;
        if (!footprint_.is_known) return;
        const Code& node = model_.code[id];
        switch (node.kind) {
            case CodeKind::If:
                if (drops(node)) return;
                break;
            case CodeKind::Let:
                return let(node);
            case CodeKind::ForEach:
                bound_.insert(node.level);
                break;
            case CodeKind::Set:
            case CodeKind::Increase:
            case CodeKind::Gain:
            case CodeKind::Lose:
                return write(node);
            case CodeKind::SetRegister:
                return set_register(node);
            case CodeKind::Pend:
                return pend(node);
            case CodeKind::Forget:
                read(node.terms[0]);
                footprint_.forgotten.insert({node.domain, is_own(node.terms[0])});
                return;
            case CodeKind::Solve:
                for_each_definition(model_, model_.equations[node.equations.index],
                                    [&](TermId behind) { read(behind, true); });
                break;
            case CodeKind::Sequence:
            case CodeKind::AnyOrder:
            case CodeKind::Simultaneously:
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
                footprint_.is_known = false;
                return;
        }
        for (const TermId child : node.terms) read(child);
        for (const CodeId child : node.children) code(child);
    }

    void let(const Code& node) {
        read(node.terms[0]);
        const TermId value = resolved(node.terms[0]);
        const TermKind kind = term(value).kind;
        const auto outside = aliases_;
        aliases_.erase(node.level);
        bound_.insert(node.level);
        if (kind == TermKind::Bound || kind == TermKind::Const) aliases_[node.level] = value;
        const std::size_t version = aliases_version_;
        aliases_version_ = ++versions_;
        code(node.children[0]);
        aliases_version_ = version;
        aliases_ = outside;
    }

    // Nothing but a Set: the only node behind the condition, or nothing.
    const Code* only_write(const Code& node) const {
        const auto is_empty = [&](CodeId id) {
            const Code& child = model_.code[id];
            return child.kind == CodeKind::Sequence && child.children.empty();
        };
        if (node.children.size() > 1 && !is_empty(node.children[1])) return nullptr;
        const Code* then = &model_.code[node.children[0]];
        while (then->kind == CodeKind::Sequence && then->children.size() == 1)
            then = &model_.code[then->children[0]];
        return then->kind == CodeKind::Set ? then : nullptr;
    }

    // `if v(a) = own { v(a) := none }`; what else the condition asks is read.
    bool drops(const Code& node) {
        const Code* written = only_write(node);
        if (written == nullptr) return false;
        const Term& condition = term(node.terms[0]);
        const std::vector<TermId> conjuncts =
            condition.kind == TermKind::And ? condition.children : std::vector<TermId>{node.terms[0]};
        const auto about =
            std::ranges::find_if(conjuncts, [&](TermId id) { return is_drop(term(id), *written); });
        if (about == conjuncts.end()) return false;
        for (const TermId conjunct : conjuncts) {
            if (conjunct != *about) read(conjunct);
        }
        const std::vector<TermId> arguments(written->terms.begin(), written->terms.end() - 1);
        for (const TermId argument : arguments) read(argument);
        add(access(Touch::Drop, written->var.index, arguments, false));
        return true;
    }

    bool is_drop(const Term& asked, const Code& written) const {
        if (asked.kind != TermKind::Equal) return false;
        const bool second = is_own(asked.children[1]);
        if (!second && !is_own(asked.children[0])) return false;
        const Term& cell = term(asked.children[second ? 0 : 1]);
        if (cell.kind != TermKind::Cell || cell.payload != Value{written.var.index}) return false;
        const std::span<const TermId> terms(written.terms);
        if (!std::ranges::equal(cell.children, terms.first(terms.size() - 1))) return false;
        const Term& value = term(terms.back());
        return value.kind == TermKind::Const && value.payload == none_value;
    }

    static int sign_of(const Term& amount) {
        if (!amount.bounded) return 0;
        return amount.lo >= 0 ? 1 : amount.hi <= 0 ? -1 : 0;
    }

    void write(const Code& node) {
        const std::vector<TermId> arguments(node.terms.begin(), node.terms.end() - 1);
        for (const TermId argument : arguments) read(argument);
        Access written = access(Touch::Write, node.var.index, arguments, false);
        if (node.kind == CodeKind::Increase) {
            written.touch = Touch::Add;
            const bool is_finite = model_.type(model_.variable(node.var).type).is_finite();
            written.sign = is_finite ? sign_of(term(node.terms.back())) : 1;
            read(node.terms.back());
        } else if (node.kind != CodeKind::Set) {
            written.touch = node.kind == CodeKind::Gain ? Touch::Gain : Touch::Lose;
            read(node.terms.back());
        } else {
            set(node, written);
        }
        add(std::move(written));
    }

    // The way in which a Set changes its cell; what else its value reads.
    void set(const Code& node, Access& written) {
        const TermId value = node.terms.back();
        const Term& what = term(value);
        const auto is_cell = [&](TermId id) {
            const Term& cell = term(id);
            return cell.kind == TermKind::Cell && cell.payload == Value{node.var.index} &&
                   std::ranges::equal(cell.children, std::span(node.terms).first(node.terms.size() - 1));
        };
        const bool inserts = what.kind == TermKind::SetInsert || what.kind == TermKind::SetUnion;
        const bool erases = what.kind == TermKind::SetErase || what.kind == TermKind::SetMinus;
        if ((inserts || erases) && is_cell(what.children[0])) {
            written.touch = inserts ? Touch::Insert : Touch::Erase;
            return read(what.children[1]);
        }
        if (saturates(what, is_cell, written)) return;
        if (!is_same_for_all(value)) return read(value);
        bool reads_itself = false;
        read_but(value, is_cell, reads_itself);
        written.touch = reads_itself ? Touch::Apply : Touch::Put;
        written.value = value;
    }

    template <class IsCell>
    bool saturates(const Term& what, const IsCell& is_cell, Access& written) {
        if (what.kind != TermKind::Maximum && what.kind != TermKind::Minimum) return false;
        for (const std::size_t side : {0U, 1U}) {
            const TermId bound = what.children[side];
            const Term& moved = term(what.children[1 - side]);
            if (moved.kind != TermKind::Add && moved.kind != TermKind::Subtract) continue;
            if (!is_cell(moved.children[0]) || term(bound).kind != TermKind::Const) continue;
            const int amount = sign_of(term(moved.children[1]));
            const int sign = moved.kind == TermKind::Add ? amount : -amount;
            if (sign != (what.kind == TermKind::Minimum ? 1 : -1)) continue;
            written.touch = Touch::Saturate;
            written.value = bound;
            written.sign = sign;
            read(moved.children[1]);
            return true;
        }
        return false;
    }

    // Everything that a term reads but the cell itself.
    template <class IsCell>
    void read_but(TermId root, const IsCell& is_cell, bool& met) {
        std::vector<TermId> open{root};
        std::set<TermId> seen;
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (!seen.insert(id).second) continue;
            const Term& node = term(id);
            if (is_cell(id)) {
                met = true;
            } else if (node.kind == TermKind::Cell || node.kind == TermKind::Register) {
                read(id);
                continue;
            }
            for_each_definition(model_, node, [&](TermId behind) { read(behind, true); });
            open.insert(open.end(), node.children.begin(), node.children.end());
        }
    }

    void set_register(const Code& node) {
        read(node.terms[0]);
        Access written{place_of_register(node.level), Touch::Write};
        if (is_same_for_all(node.terms[0])) {
            written.touch = Touch::Put;
            written.value = node.terms[0];
        }
        add(std::move(written));
    }

    void pend(const Code& node) {
        const Trigger& trigger = model_.triggers[node.trigger.index];
        for (std::size_t i = 0; i < node.terms.size(); ++i) {
            read(node.terms[i]);
            const Type& type = model_.type(trigger.params[i]);
            if (type.optional) footprint_.pended.insert({type.base, is_own(node.terms[i])});
        }
    }

    const Model& model_;
    Footprint footprint_;
    std::optional<std::uint32_t> own_;  // binder of the instance's object
    std::map<std::uint32_t, TermId> aliases_;
    // Terms are read once for each meaning of the names in them.
    std::size_t aliases_version_ = 0;
    std::size_t versions_ = 0;
    std::set<std::pair<std::uint32_t, std::size_t>> seen_[2];
    std::set<std::uint32_t> bound_;  // binders since the instances part
    std::size_t nodes_ = 0;
};

}  // namespace

Footprint footprint(const Model& model, CodeId instance) { return Reader(model).read_instance(instance); }

}  // namespace errata::compiler
