#include "checker/search/term_words.h"

#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

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

// The arguments' values in words; nothing if one has none.
std::optional<std::string> TermWords::arguments(const Term& term, const std::vector<TypeId>& params) const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < params.size(); ++i)
        words.push_back(value_text(model_, params[i], values_.evaluate(term.children[i])));
    if (!values_.failed()) return dsl::join(words, ", ");
    forgive(values_);
    return std::nullopt;
}

// "u1.at", "price of Giant", "mute(u1)": by the arguments' values. A name with blanks is not the game's.
std::optional<std::string> TermWords::place(const Term& term) const {
    const auto number = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) {
        const Variable& variable = model_.variable(VarId(number));
        const std::size_t position = position_of(values_, term.children, variable.params);
        if (!values_.failed()) return cell_name(model_, variable.base + position);
        forgive(values_);
        return std::nullopt;
    }
    if (term.kind == TermKind::Table) {
        const Table& table = model_.functions.tables[number];
        const auto of = arguments(term, table.params);
        if (!of) return std::nullopt;
        return table.name.substr(table.name.find('.') + 1) + " of " + *of;
    }
    const bool is_open = term.kind == TermKind::Open;
    const std::string& name =
        is_open ? model_.functions.open[number].name : model_.functions.unknowns[number].name;
    const auto of = arguments(
        term, is_open ? model_.functions.open[number].params : model_.functions.unknowns[number].params);
    if (!of || name.find(' ') != std::string::npos) return std::nullopt;
    return name + "(" + *of + ")";
}

std::string TermWords::side(TermId id, TypeId other) const {
    const Term& term = model_.terms[id];
    if (term.kind != TermKind::Const) return value(id);
    return other.is_valid() ? value_text(model_, other, term.payload) : std::to_string(term.payload);
}

std::string TermWords::value(TermId id) const {
    const Term& term = model_.terms[id];
    const auto joined = [&](const char* sign) {
        const std::string a = value(term.children[0]);
        const std::string b = value(term.children[1]);
        return a.empty() || b.empty() ? "" : a + sign + b;
    };
    if (term.kind == TermKind::Const) return std::to_string(term.payload);
    if (is_named(term)) return place(term).value_or("");
    if (term.kind == TermKind::Add) return joined(" + ");
    if (term.kind == TermKind::Subtract) return joined(" - ");
    if (term.kind == TermKind::Multiply) return joined(" * ");
    const bool is_picked = term.kind == TermKind::Bound || term.kind == TermKind::Register;
    const TypeId of = is_picked ? type_of_(term) : TypeId();
    return of.is_valid() ? value_text(model_, of, values_.evaluate(id)) : "";
}

// `turned`: the sign if the sides change places, so that a number stands behind what it is compared with.
std::string TermWords::comparison(const Term& term, const char* sign, const char* turned) const {
    std::string a = side(term.children[0], type(term.children[1]));
    std::string b = side(term.children[1], type(term.children[0]));
    if (a.empty() || b.empty()) return "";
    if (model_.terms[term.children[0]].kind != TermKind::Const) return a + sign + b;
    return b + turned + a;
}

// What holds one of two values is a condition by itself.
std::string TermWords::flag(TermId id, Value value) const {
    const std::optional<std::string> name = place(model_.terms[id]);
    if (!name) return "";
    if (model_.type(type(id)).form != TypeForm::Bool)
        return *name + " = " + value_text(model_, type(id), value);
    return value == 1 ? *name : "not " + *name;
}

std::string TermWords::condition(TermId id) const {
    const Term& term = model_.terms[id];
    if (term.kind == TermKind::Equal) return comparison(term, " = ", " = ");
    if (term.kind == TermKind::Less) return comparison(term, " < ", " > ");
    if (term.kind == TermKind::LessEqual) return comparison(term, " <= ", " >= ");
    if (is_named(term)) return flag(id, 1);
    if (term.kind == TermKind::Reach) {
        const std::string from = side(term.children[0], term.domain);
        const std::string to = side(term.children[1], term.domain);
        return from.empty() || to.empty() ? "" : "a way from " + from + " to " + to;
    }
    if (term.kind != TermKind::Not) return "";
    const Term& inner = model_.terms[term.children[0]];
    if (inner.kind == TermKind::Equal) return comparison(inner, " != ", " != ");
    if (inner.kind == TermKind::Less) return comparison(inner, " >= ", " <= ");
    if (inner.kind == TermKind::LessEqual) return comparison(inner, " > ", " < ");
    if (is_named(inner)) return flag(term.children[0], 0);
    return "";
}

}  // namespace errata::checker
