#include <algorithm>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/mentions.h"

namespace errata::compiler {

using ast::ItemKind;
using ast::Stance;
using dsl::DiagnosticKind;

namespace {

class Assumptions {
public:
    Assumptions(Names& names, const Modules& modules, const CompileOptions& options, const Reporter& reporter)
        : names_(names), modules_(modules), options_(options), reporter_(reporter) {}

    void declare() {
        for_items(modules_, ItemKind::Assume, [&](const ast::Item& item) {
            if (item.sort.stance == Stance::Assumed) assume(item);
        });
        for_items(modules_, ItemKind::Assume, [&](const ast::Item& item) {
            if (item.sort.stance != Stance::Assumed) decide(item);
        });
        for (const std::string& word : options_.without_assumptions) leave_out(word);
        Mentions mentions;
        for (const ast::Module& module : modules_) mentions.read(module);
        for (SourceAssumption& assumption : names_.assumptions) {
            if (mentions.names.contains(assumption.name()) || !assumption.item->contents.abilities.empty())
                keep(assumption);
        }
    }

private:
    void assume(const ast::Item& item) {
        SourceAssumption assumption{&item, Stance::Assumed, {}};
        const std::string& name = assumption.name();
        if (const SourceAssumption* const known = names_.assumption(name)) {
            // A library that is imported for several kinds decides the same for each of them.
            if (known->item->title != item.title)
                reporter_.duplicate(span_of(item), "'" + name + "' is assumed twice", span_of(*known->item));
            return;
        }
        const Callables& callables = names_.callables;
        const bool is_taken = names_.store.named.contains(name) || callables.define_named.contains(name) ||
                              callables.open_named.contains(name) ||
                              callables.computed_named.contains(name) ||
                              names_.vocabulary.constants.contains(name);
        if (is_taken) {
            reporter_.error(DiagnosticKind::duplicate_name, span_of(item),
                            "'" + name + "' is something else already", "give the assumption another name");
            return;
        }
        names_.assumptions.push_back(assumption);
    }

    void decide(const ast::Item& item) {
        SourceAssumption* const assumption = known(item.name, item.name_span);
        if (!assumption) return;
        const auto [first, is_first] = decided_.emplace(item.name, item.name_span);
        if (!is_first) {
            reporter_.duplicate(item.name_span, "'" + item.name + "' is decided twice", first->second);
            return;
        }
        assumption->stance = item.sort.stance;
    }

    // By its name or its words.
    void leave_out(const std::string& word) {
        const auto has_words = std::ranges::find_if(
            names_.assumptions, [&](const SourceAssumption& one) { return one.item->title == word; });
        SourceAssumption* const assumption =
            has_words != names_.assumptions.end() ? &*has_words : known(word, dsl::Span());
        if (assumption) assumption->stance = Stance::Denied;
    }

    SourceAssumption* known(const std::string& name, dsl::Span span) {
        const auto found = std::ranges::find(names_.assumptions, name, &SourceAssumption::name);
        if (found != names_.assumptions.end()) return &*found;
        std::vector<std::string> names;
        for (const SourceAssumption& one : names_.assumptions) names.push_back(one.name());
        const std::string hint =
            names.empty() ? "nothing is assumed here; 'assume " + name + " \"...\"' makes an assumption" : "";
        reporter_.unknown(span, "assumption", name, names, hint);
        return nullptr;
    }

    // A variable says whether it is in force: alternative 0, or not: 1.
    void keep(SourceAssumption& assumption) {
        Type type;
        type.form = TypeForm::Enum;
        type.name = "assume " + assumption.name();
        type.labels = {"assumed", "not assumed"};
        type.hi = 1;
        Variable variable;
        variable.name = type.name;
        variable.type = names_.vocabulary.types.add(std::move(type));
        variable.initial = assumption.stance == Stance::Denied ? 1 : 0;
        variable.is_rigid = assumption.stance != Stance::Tried;
        variable.span = assumption.item->span;
        assumption.variable = VarId(names_.store.variables.size());
        names_.store.variables.push_back(std::move(variable));
    }

    static dsl::Span span_of(const ast::Item& item) {
        return item.name_span.is_valid() ? item.name_span : item.span;
    }

    Names& names_;
    const Modules& modules_;
    const CompileOptions& options_;
    const Reporter& reporter_;
    std::map<std::string, dsl::Span> decided_;
};

}  // namespace

void declare_assumptions(Names& names, const Modules& modules, const CompileOptions& options,
                         const Reporter& reporter) {
    Assumptions(names, modules, options, reporter).declare();
}

}  // namespace errata::compiler
