#include "reports/explain/bearers.h"

#include <algorithm>
#include <map>
#include <set>

#include "reports/explain/excerpts.h"

namespace errata::reports {

using compiler::Model;
using compiler::Type;
using compiler::Value;
using compiler::Variable;

bool are_printed(const Model& model, compiler::TypeId type) {
    return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
        return item.identity_type == model.types.base(type);
    });
}

bool is_pool(const Type& type) {
    if (type.form != compiler::TypeForm::Enum || type.labels.empty()) return false;
    for (std::size_t i = 0; i < type.labels.size(); ++i) {
        if (type.labels[i] != type.name + std::to_string(i + 1)) return false;
    }
    return true;
}

namespace {

// What an object is called instead.
struct Name {
    std::string item;
    std::string whole;  // the item, or "Tinker (unit2)" where several bear it
    std::string rest;   // of the brackets of a trigger of its own, before the others: "unit2, " or nothing
    std::string own;    // with a trigger of its own alone
    bool keeps_brackets = false;  // alone in brackets it needs no item: that stands before them
};
using Names = std::map<std::string, Name>;

// Objects of pools are called by their items; those that the spec names keep their names, with the item
// behind them.
enum class Called { ByItem, ByName };

// The field that says which item each object bears, where one field does.
std::vector<const Variable*> holders(const Model& model, Called called) {
    std::map<compiler::TypeId, std::vector<const Variable*>> by_kind;
    for (const Variable& variable : model.variables) {
        if (variable.params.size() != 1 || !are_printed(model, variable.type)) continue;
        const Type& objects = model.type(variable.params[0]);
        const bool is_kind = objects.form == compiler::TypeForm::Enum && variable.is_field &&
                             variable.params[0] != model.player_type;
        if (is_pool(objects) ? called == Called::ByItem : is_kind && called == Called::ByName)
            by_kind[variable.params[0]].push_back(&variable);
    }
    std::vector<const Variable*> result;
    for (const auto& [kind, variables] : by_kind) {
        if (variables.size() == 1) result.push_back(variables.front());
    }
    return result;
}

// To have had it and lost it is no reason to be called otherwise.
bool becomes_another(const checker::Trace& trace, std::size_t cell) {
    const auto to_another = [&](const compiler::Change& change) {
        return change.cell == cell && change.after != compiler::none_value;
    };
    return std::ranges::any_of(trace.steps, [&](const compiler::Successor& step) {
        return std::ranges::any_of(step.changes, to_another);
    });
}

// An item that does nothing is no better name than the object's own.
bool does_something(const Model& model, const Variable& holder, Value identity) {
    const auto is_it = [&](const compiler::PrintedItem& item) {
        return item.identity_type == model.types.base(holder.type) && item.identity == identity;
    };
    const auto item = std::ranges::find_if(model.printed_items, is_it);
    return item != model.printed_items.end() &&
           std::ranges::any_of(item->clauses, [&](compiler::ClauseId clause) {
               return !model.clause(clause).abilities.empty();
           });
}

Names bearer_names_in(const Model& model, const checker::Trace& trace) {
    Names names;
    for (const Variable* holder : holders(model, Called::ByItem)) {
        const Type& items = model.type(holder->type);
        const Type& objects = model.type(holder->params[0]);
        std::map<Value, std::size_t> bearers;
        for (std::size_t i = 0; i < holder->cells; ++i) ++bearers[trace.initial[holder->base + i]];
        for (std::size_t i = 0; i < holder->cells && i < objects.labels.size(); ++i) {
            const Value item = trace.initial[holder->base + i];
            if (item < 0 || static_cast<std::size_t>(item) >= items.labels.size() ||
                becomes_another(trace, holder->base + i) || !does_something(model, *holder, item))
                continue;
            const std::string& label = items.labels[static_cast<std::size_t>(item)];
            const std::string& object = objects.labels[i];
            const std::string which = label + " (" + object + ")";
            names[object] =
                bearers[item] > 1 ? Name{label, which, object + ", ", which} : Name{label, label, "", label};
        }
    }
    return names;
}

// "ace (Copper)".
Names names_with_items(const Model& model, const checker::Trace& trace) {
    Names names;
    for (const Variable* holder : holders(model, Called::ByName)) {
        const Type& items = model.type(holder->type);
        const Type& objects = model.type(holder->params[0]);
        const auto first = trace.initial.begin() + static_cast<std::ptrdiff_t>(holder->base);
        const std::set<Value> borne(first, first + static_cast<std::ptrdiff_t>(holder->cells));
        if (borne.size() < 2) continue;  // what all bear tells none apart
        for (std::size_t i = 0; i < holder->cells && i < objects.labels.size(); ++i) {
            const Value item = trace.initial[holder->base + i];
            if (item < 0 || static_cast<std::size_t>(item) >= items.labels.size() ||
                becomes_another(trace, holder->base + i))
                continue;
            const std::string& label = items.labels[static_cast<std::size_t>(item)];
            const std::string& object = objects.labels[i];
            if (label.find(object) != std::string::npos || object.find(label) != std::string::npos) continue;
            names[object] =
                Name{label, object + " (" + label + ")", object + ", ", label + " (" + object + ")", true};
        }
    }
    return names;
}

// "Tinker (Tinker, Smith)" is Tinker's own trigger about a Smith: "Tinker (Smith)".
void once_for_its_trigger(std::string& text, const Name& name) {
    const std::string twice = name.item + " (" + name.whole;
    for (std::size_t at = text.find(twice); at != std::string::npos; at = text.find(twice, at + 1)) {
        const std::size_t end = at + twice.size();
        if (text.compare(end, 1, ")") == 0)
            text.replace(at, twice.size() + 1, name.own);
        else if (text.compare(end, 2, ", ") == 0)
            text.replace(at, twice.size() + 2, name.item + " (" + name.rest);
    }
}

// Whole words only.
std::string renamed(const std::string& text, const Names& names) {
    std::string result;
    bool is_written = false;  // between backticks, and so as the spec has it
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_name(text[end])) ++end;
        if (end == at) {
            if (text[at] == '`') is_written = !is_written;
            result += text[at++];
            continue;
        }
        const std::string word = text.substr(at, end - at);
        const auto found = names.find(word);
        const bool is_bracketed = at > 0 && text[at - 1] == '(' && end < text.size() && text[end] == ')';
        const bool is_named =
            found != names.end() && !is_written && !(is_bracketed && found->second.keeps_brackets);
        result += is_named ? found->second.whole : word;
        at = end;
    }
    for (const auto& [object, name] : names) once_for_its_trigger(result, name);
    return result;
}

class Renaming {
public:
    explicit Renaming(const Names& names) : names_(names) {}

    void operator()(std::string& text) const { text = renamed(text, names_); }
    // What says who bears the item stays as it is: it is where the name comes from.
    void operator()(StartLine& line) const {
        const auto bearer = names_.find(line.path.substr(0, line.path.find('.')));
        if (bearer != names_.end() && bearer->second.item == line.value) return;
        (*this)(line.path);
        (*this)(line.value);
    }
    void operator()(std::vector<std::string>& texts) const {
        for (std::string& text : texts) (*this)(text);
    }
    void operator()(std::vector<ChangeLine>& lines) const {
        for (ChangeLine& line : lines) {
            (*this)(line.path);
            (*this)(line.before);
            (*this)(line.after);
        }
    }

private:
    const Names& names_;
};

}  // namespace

std::map<std::string, std::string> names_by_items(const Model& model, const checker::Trace& trace) {
    std::map<std::string, std::string> result;
    for (const auto& [object, name] : bearer_names_in(model, trace)) result.emplace(object, name.whole);
    return result;
}

namespace {

void rename_all(const Renaming& rename, FindingLines& lines) {
    rename(lines.explanation);
    if (lines.witness) {
        rename(lines.witness->growth);
        for (StartLine& line : lines.witness->start) rename(line);
        for (StepLine& step : lines.witness->steps) {
            rename(step.choice);
            rename(step.changes);
        }
    }
    for (OutcomeLine& outcome : lines.outcomes) {
        rename(outcome.label);
        rename(outcome.consequences);
    }
    if (!lines.loop) return;
    rename(lines.loop->net_change);
    for (checker::WayOut& way : lines.loop->ways_out) rename(way.option);
}

// Names that the spec gives may be words of its sentences, too: they are told where moves are.
void rename_moves(const Renaming& rename, FindingLines& lines) {
    constexpr std::string_view said = " acts first";
    for (OutcomeLine& outcome : lines.outcomes) {
        const bool says_so = outcome.label.ends_with(said);
        if (says_so) outcome.label.resize(outcome.label.size() - said.size());
        rename(outcome.label);
        if (says_so) outcome.label += said;
    }
    if (lines.loop) {
        for (checker::WayOut& way : lines.loop->ways_out) rename(way.option);
    }
    if (!lines.witness) return;
    for (StepLine& step : lines.witness->steps) rename(step.choice);
}

}  // namespace

void name_by_items(const Model& model, const checker::Trace& trace, FindingLines& lines) {
    if (const Names names = bearer_names_in(model, trace); !names.empty()) rename_all(Renaming(names), lines);
    if (const Names names = names_with_items(model, trace); !names.empty())
        rename_moves(Renaming(names), lines);
}

}  // namespace errata::reports
