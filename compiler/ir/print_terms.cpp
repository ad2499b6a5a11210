#include <fmt/format.h>

#include <cctype>

#include "compiler/ir/print.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

std::optional<TypeId> type_of(const Model& model, const Term& term) {
    const auto position = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell) return model.variables[position].type;
    if (term.kind == TermKind::Table) return model.functions.tables[position].type;
    if (term.kind == TermKind::First) return term.domain;
    return std::nullopt;
}

class TermPrinter {
public:
    TermPrinter(const Model& model, const Term& term) : model_(model), term_(term) {}

    // `of`: the text of a child.
    template <class Of>
    std::string print(const Of& of) const {
        switch (info(term_.kind).form) {
            case TermForm::Fixed:
            case TermForm::Stored:
            case TermForm::Asked:
                return leaf(of);
            case TermForm::Junction:
                return term_.kind == TermKind::Ite ? conditional(of) : infix(of);
            case TermForm::Strict:
                return strict(of);
            case TermForm::Quantifier:
                return quantifier(of);
        }
        return {};
    }

private:
    template <class Of>
    std::string leaf(const Of& of) const {
        const auto position = static_cast<std::size_t>(term_.payload);
        const auto asked = [&](const auto& what) { return call(what.name, what.params, of); };
        if (term_.kind == TermKind::Register) return fmt::format("r{}", term_.payload);
        if (term_.kind == TermKind::Bound) return fmt::format("b{}", term_.payload);
        if (term_.kind == TermKind::Cell) return asked(model_.variables[position]);
        if (term_.kind == TermKind::Table) return asked(model_.functions.tables[position]);
        if (term_.kind == TermKind::Open) return asked(model_.functions.open[position]);
        if (term_.kind == TermKind::Unknown) return asked(model_.functions.unknowns[position]);
        if (term_.kind == TermKind::Solutions)
            return fmt::format("solutions({})", model_.functions.equations[position].name);
        if (term_.kind == TermKind::Enabled) return fmt::format("enabled(c{})", position);
        return std::to_string(term_.payload);
    }

    template <class Of>
    std::string conditional(const Of& of) const {
        return fmt::format("(if {} then {} else {})", of(term_.children[0]), of(term_.children[1]),
                           of(term_.children[2]));
    }

    template <class Of>
    std::string strict(const Of& of) const {
        const std::string text(info(term_.kind).text);
        if (term_.kind == TermKind::Not) return "not " + of(term_.children[0]);
        if (std::isalpha(static_cast<unsigned char>(text[0])) != 0) return call(text, {}, of);
        return info(term_.kind).result == TermResult::Truth ? comparison(of) : infix(of);
    }

    template <class Of>
    std::string quantifier(const Of& of) const {
        if (term_.kind == TermKind::Reach) {
            return fmt::format("(reach from {} to {} by {}, b{} with {})", child(0, term_.domain, of),
                               child(1, term_.domain, of), binder(), term_.payload + 1,
                               of(term_.children[2]));
        }
        const std::string head =
            fmt::format("{} {} with {}", info(term_.kind).text, binder(), of(term_.children[0]));
        return term_.kind == TermKind::Sum ? fmt::format("({} of {})", head, of(term_.children[1]))
                                           : "(" + head + ")";
    }

    std::string binder() const {
        return fmt::format("b{}: {}", term_.payload, model_.type(term_.domain).name);
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
