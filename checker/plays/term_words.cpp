#include "checker/plays/term_words.h"

#include <algorithm>
#include <cctype>

#include "checker/plays/describe.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

TypeId type_of_register(const Model& model, const PointOption& option, Value number) {
    const auto find = [&](const std::vector<BinderRegister>& registers) {
        const auto is_it = [&](const BinderRegister& binder) { return Value{binder.reg} == number; };
        const auto found = std::ranges::find_if(registers, is_it);
        return found == registers.end() ? TypeId() : found->type;
    };
    const TypeId own = find(option.binders);
    if (own.is_valid()) return own;
    const auto has_it = [&](const Point& point) {
        return std::ranges::any_of(point.options, [&](const PointOption& one) { return &one == &option; });
    };
    const auto point = std::ranges::find_if(model.flow.points, has_it);
    return point == model.flow.points.end() ? TypeId() : find(point->live_registers);
}

std::optional<Sign> sign_of(const Term& comparison, bool wanted) {
    if (comparison.kind == TermKind::Less) return wanted ? Sign{" < ", " > "} : Sign{" >= ", " <= "};
    if (comparison.kind == TermKind::LessEqual) return wanted ? Sign{" <= ", " >= "} : Sign{" > ", " < "};
    if (comparison.kind == TermKind::Equal) return wanted ? Sign{" = ", " = "} : Sign{" != ", " != "};
    return std::nullopt;
}

TypeId TermWords::type(TermId id) const {
    const Term& term = model_.terms[id];
    const auto number = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) return model_.variable(VarId(number)).type;
    if (term.kind == TermKind::Table) return model_.functions.tables[number].type;
    if (term.kind == TermKind::Open) return model_.functions.open[number].type;
    if (term.kind == TermKind::Unknown) return model_.functions.unknowns[number].type;
    if (term.kind == TermKind::First) return term.domain;
    if (term.kind == TermKind::Bound || term.kind == TermKind::Register) return type_of_(term);
    return {};
}

// Is the term what a name of the game says of its arguments?
bool TermWords::is_named(const Term& term) {
    return term.kind == TermKind::Cell || term.kind == TermKind::Table || term.kind == TermKind::Open ||
           term.kind == TermKind::Unknown;
}

// The arguments' values in words, from the `first` on; nothing if one has none.
std::optional<Phrase> TermWords::arguments(const Term& term, const std::vector<TypeId>& params,
                                           std::size_t first) const {
    std::vector<Phrase> words;
    for (std::size_t i = first; i < params.size(); ++i) {
        const std::optional<Value> argument = tried(values_, term.children[i]);
        if (!argument) return std::nullopt;
        const bool is_none = *argument == none_value && !model_.type(params[i]).contains(none_value);
        words.push_back(is_none ? "none" : value_text(model_, params[i], *argument));
    }
    return join(words, ", ");
}

// What keeps a derived value in its range is named for the range: "0..9".
static bool is_of_range(const Table& table) {
    return table.name.starts_with('-') || std::isdigit(static_cast<unsigned char>(table.name[0])) != 0;
}

// "u1.at", "price of Giant", "mute(u1)": by the arguments' values. A name with blanks is not the game's.
std::optional<Phrase> TermWords::place(const Term& term) const {
    const auto number = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) {
        const Variable& variable = model_.variable(VarId(number));
        const BinderRange around = values_.binders.range();
        const std::size_t position = position_of(values_, term.children, variable.params);
        if (!values_.failed()) return cell_name(model_, variable.base + position);
        forgive(values_);
        values_.binders.leave(around);
        return std::nullopt;
    }
    if (term.kind == TermKind::Table) {
        const Table& table = model_.functions.tables[number];
        const auto of = arguments(term, table.params);
        if (!of || table.name.find(' ') != std::string::npos || is_of_range(table)) return std::nullopt;
        return table.name.substr(table.name.find('.') + 1) + " of " + *of;
    }
    const bool is_open = term.kind == TermKind::Open;
    const Unknown* const unknown = is_open ? nullptr : &model_.functions.unknowns[number];
    const bool is_course = unknown != nullptr && !unknown->course_of.empty();
    const std::string& name = is_open     ? model_.functions.open[number].name
                              : is_course ? unknown->course_of
                                          : unknown->name;
    const auto of =
        arguments(term, is_open ? model_.functions.open[number].params : unknown->params, is_course ? 1 : 0);
    if (!of || name.find(' ') != std::string::npos) return std::nullopt;
    return name + "(" + *of + ")";
}

Phrase TermWords::side(TermId id, TypeId other) const {
    const Term& term = model_.terms[id];
    if (term.kind != TermKind::Const) return value(id);
    return other.is_valid() ? value_text(model_, other, term.payload) : std::to_string(term.payload);
}

Phrase TermWords::value(TermId id) const {
    const Term& term = model_.terms[id];
    const auto joined = [&](const char* sign) {
        const Phrase a = value(term.children[0]);
        const Phrase b = value(term.children[1]);
        return a.empty() || b.empty() ? "" : a + sign + b;
    };
    if (term.kind == TermKind::Const) return std::to_string(term.payload);
    if (is_named(term)) {
        const std::optional<Phrase> name = place(term);
        if (name || term.kind != TermKind::Table) return name.value_or("");
        const std::optional<Value> number = tried(values_, id);  // of a table of ours
        return number ? value_text(model_, type(id), *number) : "";
    }
    if (term.kind == TermKind::Within) return value(term.children[0]);
    if (term.kind == TermKind::Add) return joined(" + ");
    if (term.kind == TermKind::Subtract) return joined(" - ");
    if (term.kind == TermKind::Multiply) return joined(" * ");
    if (term.kind == TermKind::Ite) {  // as it is there
        const std::optional<Value> holds = tried(values_, term.children[0]);
        return holds ? value(term.children[*holds != 0 ? 1 : 2]) : "";
    }
    const bool is_picked = term.kind == TermKind::Bound || term.kind == TermKind::Register;
    const TypeId of = is_picked ? type_of_(term) : TypeId();
    return of.is_valid() ? value_text(model_, of, values_.evaluate(id)) : "";
}

// The sides change places where a number would stand in front of what it is compared with.
Phrase TermWords::comparison(const Term& term, const Sign& sign) const {
    const Phrase a = side(term.children[0], type(term.children[1]));
    const Phrase b = side(term.children[1], type(term.children[0]));
    if (a.empty() || b.empty()) return "";
    const auto is_number = [](const Phrase& side) {
        return std::ranges::all_of(side.text(),
                                   [](unsigned char letter) { return std::isdigit(letter) != 0; });
    };
    return is_number(a) && !is_number(b) ? b + sign.turned + a : a + sign.as_written + b;
}

// "Ann.lost = yes".
Phrase TermWords::flag(TermId id, Value value) const {
    const std::optional<Phrase> name = place(model_.terms[id]);
    if (!name) return "";
    return *name + " = " + value_text(model_, type(id), value);
}

// "red in held.colours": an element is given by its position.
Phrase TermWords::member(const Term& has, bool wanted) const {
    const TypeId set = type(has.children[0]);
    const Phrase name = value(has.children[0]);
    const std::optional<Value> position = tried(values_, has.children[1]);
    if (!set.is_valid() || name.empty() || !position) return "";
    const TypeId element = model_.type(model_.types.base(set)).element;
    if (!element.is_valid()) return "";
    return value_text(model_, element, model_.type(element).lo + *position) + (wanted ? " in " : " not in ") +
           name;
}

// "A or B": one of these, or not all of them.
Phrase TermWords::either(const Term& term, bool wanted) const {
    constexpr std::size_t few = 3;
    std::vector<Phrase> parts;
    for (const TermId child : term.children) parts.push_back(condition(child, wanted));
    const bool can_be_said = std::ranges::none_of(parts, [](const auto& part) { return part.empty(); });
    return can_be_said && parts.size() <= few ? join(parts, " or ") : "";
}

Phrase TermWords::condition(TermId id, bool wanted) const {
    const Term& term = model_.terms[id];
    if (term.kind == TermKind::Not) return condition(term.children[0], !wanted);
    if (const std::optional<Sign> sign = sign_of(term, wanted)) return comparison(term, *sign);
    if (is_named(term)) return flag(id, wanted ? 1 : 0);
    if (term.kind == TermKind::SetHas) return member(term, wanted);
    if (term.kind == (wanted ? TermKind::Or : TermKind::And)) return either(term, wanted);
    if (term.kind != TermKind::Reach) return "";
    const Phrase from = side(term.children[0], term.domain);
    const Phrase to = side(term.children[1], term.domain);
    return from.empty() || to.empty() ? "" : (wanted ? "a way from " : "no way from ") + from + " to " + to;
}

}  // namespace errata::checker
