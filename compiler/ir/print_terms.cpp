#include <fmt/format.h>

#include "compiler/ir/print.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

std::optional<TypeId> type_of(const Model& model, const Term& term) {
    const auto position = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) return model.variables[position].type;
    if (term.kind == TermKind::Table) return model.tables[position].type;
    if (term.kind == TermKind::First) return term.domain;
    return std::nullopt;
}

class TermPrinter {
public:
    TermPrinter(const Model& model, const Term& term) : model_(model), term_(term) {}

    // `of`: the text of a child.
    template <class Of>
    std::string print(const Of& of) const {
        const auto position = static_cast<std::size_t>(term_.payload);
        switch (term_.kind) {
            case TermKind::Const:
                return std::to_string(term_.payload);
            case TermKind::Register:
                return fmt::format("r{}", term_.payload);
            case TermKind::Bound:
                return fmt::format("b{}", term_.payload);
            case TermKind::Cell:
                return call(model_.variables[position].name, model_.variables[position].params, of);
            case TermKind::Table:
                return call(model_.tables[position].name, model_.tables[position].params, of);
            case TermKind::Open:
                return call(model_.open_functions[position].name, model_.open_functions[position].params, of);
            case TermKind::Unknown:
                return call(model_.unknowns[position].name, model_.unknowns[position].params, of);
            case TermKind::Solutions:
                return fmt::format("solutions({})", model_.equations[position].name);
            case TermKind::Enabled:
                return fmt::format("enabled(c{})", position);
            case TermKind::Not:
                return "not " + of(term_.children[0]);
            case TermKind::And:
            case TermKind::Or:
            case TermKind::Implies:
            case TermKind::Add:
            case TermKind::Subtract:
            case TermKind::Multiply:
                return infix(of);
            case TermKind::Equal:
            case TermKind::Less:
            case TermKind::LessEqual:
                return comparison(of);
            case TermKind::Ite:
                return fmt::format("(if {} then {} else {})", of(term_.children[0]), of(term_.children[1]),
                                   of(term_.children[2]));
            case TermKind::Exists:
            case TermKind::Forall:
            case TermKind::Count:
            case TermKind::First:
                return fmt::format("({} {} with {})", info(term_.kind).text, binder(), of(term_.children[0]));
            case TermKind::Sum:
                return fmt::format("(sum {} with {} of {})", binder(), of(term_.children[0]),
                                   of(term_.children[1]));
            case TermKind::Reach:
                return reach(of);
            case TermKind::Minimum:
            case TermKind::Maximum:
            case TermKind::SetHas:
            case TermKind::SetInsert:
            case TermKind::SetErase:
            case TermKind::SetUnion:
            case TermKind::SetMinus:
            case TermKind::SetSize:
                return call(std::string(info(term_.kind).text), {}, of);
        }
        return {};
    }

private:
    std::string binder() const {
        return fmt::format("b{}: {}", term_.payload, model_.type(term_.domain).name);
    }

    template <class Of>
    std::string reach(const Of& of) const {
        return fmt::format("(reach from {} to {} by {}, b{} with {})", child(0, term_.domain, of),
                           child(1, term_.domain, of), binder(), term_.payload + 1, of(term_.children[2]));
    }

    // A constant reads as a value of the type it stands for.
    template <class Of>
    std::string child(std::size_t i, std::optional<TypeId> type, const Of& of) const {
        const Term& term = model_.terms[term_.children[i]];
        if (type && term.kind == TermKind::Const) return compiler::print(model_, *type, term.payload);
        return of(term_.children[i]);
    }

    template <class Of>
    std::string call(const std::string& name, const std::vector<TypeId>& params, const Of& of) const {
        if (term_.children.empty()) return name;
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < term_.children.size(); ++i) {
            arguments.push_back(child(i, i < params.size() ? std::optional(params[i]) : std::nullopt, of));
        }
        return fmt::format("{}({})", name, dsl::join(arguments, ", "));
    }

    template <class Of>
    std::string infix(const Of& of) const {
        std::vector<std::string> parts;
        for (const TermId id : term_.children) parts.push_back(of(id));
        if (parts.empty()) return term_.kind == TermKind::And ? "1" : "0";
        return "(" + dsl::join(parts, fmt::format(" {} ", info(term_.kind).text)) + ")";
    }

    template <class Of>
    std::string comparison(const Of& of) const {
        auto type = type_of(model_, model_.terms[term_.children[0]]);
        if (!type) type = type_of(model_, model_.terms[term_.children[1]]);
        return fmt::format("({} {} {})", child(0, type, of), info(term_.kind).text, child(1, type, of));
    }

    const Model& model_;
    const Term& term_;
};

}  // namespace

std::string print(const Model& model, TermId term) {
    if (!term.is_valid()) return "-";
    TermFold<std::string> texts(model.terms);
    return texts(term,
                 [&](TermId, const Term& t, const auto& of) { return TermPrinter(model, t).print(of); });
}

std::string print(const Model& model, TypeId id, Value value) {
    const Type& type = model.type(id);
    if (type.optional && value == none_value) return "none";
    if (type.form == TypeForm::Set) {
        std::vector<std::string> elements;
        const Value first = model.type(type.element).first();
        for (Value i = 0; (value >> i) != 0 && value > 0; ++i) {
            if ((value >> i) & 1) elements.push_back(print(model, type.element, first + i));
        }
        return "{" + dsl::join(elements, ", ") + "}";
    }
    const auto label = static_cast<std::size_t>(value);
    return value >= 0 && label < type.labels.size() ? type.labels[label] : std::to_string(value);
}

}  // namespace errata::compiler
