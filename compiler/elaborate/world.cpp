#include "compiler/elaborate/world.h"

#include <algorithm>

#include "compiler/elaborate/source_words.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"
#include "dsl/grammar/foreign_words.h"

namespace errata::compiler {

namespace {

constexpr std::size_t longest_excerpt = 100;  // characters of source quoted in reports

// Expressions and statements, counted wherever they are written out. A large game has a tenth of the first
// number, and a set of cards that all listen to each other some hundreds for each letter.
constexpr std::size_t always_room = 2'000'000;
constexpr std::size_t room_for_a_letter = 500;
constexpr std::size_t deepest_inlined = 200;  // definitions and actions within each other

// What to write instead of a word that means something elsewhere in the language, or in another language.
std::string hint_for_word(const std::string& what, const std::string& name) {
    if (name == "this" || name == "it")
        return "only printed text has 'this', its bearer, and 'it', the item; here, give the thing a name of "
               "its own";
    if (name == "you") return "hand it to the phrase: 'category effect is statements given you: player'";
    if (what == "statement" && name == "end") return "say how it ends: 'end \"Ann wins\"'";
    return dsl::grammar::hint_for_foreign_word(name);
}

std::string what_there_is(const std::string& what, const std::string& name, std::vector<std::string> known) {
    if (known.empty() && what.starts_with("field of"))
        return "it has no fields; those belong to kinds, boards and printed items";
    constexpr std::size_t most_named = 8;
    std::string hint = what == "action" ? "declare it: 'action " + name + "(...) { ... }'" : "";
    if (!known.empty() && known.size() <= most_named) {
        std::sort(known.begin(), known.end());
        hint += (hint.empty() ? "known here: " : "; known here: ") + dsl::join(known, ", ");
    }
    if (!hint.empty() || what != "name") return hint;
    return "declare it: names of values come from 'enum', 'kind', 'player', 'state', 'define', 'let' and "
           "from roles";
}

}  // namespace

World::World(const dsl::SourceSet& sources_, dsl::Sink& sink_)
    : sources(sources_), sink(&sink_), room(always_room) {
    for (std::size_t i = 0; i < sources.size(); ++i)
        room += room_for_a_letter * sources.file(static_cast<std::uint32_t>(i)).text().size();
}

void World::unknown(dsl::Span span, const std::string& what, const std::string& name_,
                    const std::vector<std::string>& known) {
    // What could not be read may have declared it; that is an error already.
    for (const dsl::Span unread : unread_items) {
        if (has_word(sources.text(unread), name_)) return;
    }
    std::string hint = hint_for_word(what, name_);
    const auto as_type = what == "name" ? types.find(name_) : types.end();
    if (hint.empty() && as_type != types.end() && !type(as_type->second).labels.empty())
        hint = "it is a type; its values are " + dsl::join(type(as_type->second).labels, ", ");
    if (hint.empty()) {
        const auto near = dsl::nearest(name_, known);
        hint = near ? "did you mean '" + *near + "'?" : what_there_is(what, name_, known);
    }
    error(dsl::DiagnosticKind::unknown_name, narrowed(sources, span, name_),
          "unknown " + what + " '" + name_ + "'", hint);
}

void World::report_recursion(const void* what, dsl::Span span, std::string message, std::string hint) {
    if (recursive.count(what) == 0)
        error(dsl::DiagnosticKind::recursive_definition, span, std::move(message), std::move(hint));
    for (const void* each : underway.since(what)) recursive.insert(each);
}

bool World::has_room(dsl::Span span) {
    at = span;
    if (underway.depth() == 0) outermost = span;
    if (room == 0) return false;
    const bool is_deep = underway.depth() > deepest_inlined;
    if (--room > 0 && !is_deep) return true;
    room = 0;
    error(dsl::DiagnosticKind::too_large, outermost,
          is_deep
              ? "definitions and actions go more than " + std::to_string(deepest_inlined) + " deep from here"
              : "with all definitions and actions written out this is too large",
          "they are written out wherever they are used: let each use another one only once, keep in a field "
          "what it "
          "finds, or let a trigger ('when ...') do the rest");
    return false;
}

Action* World::find_action(const std::string& name_, dsl::Span span) {
    const auto found = actions.find(name_);
    if (found != actions.end()) return &found->second;
    std::vector<std::string> known;
    for (const auto& [known_name, action] : actions) known.push_back(known_name);
    unknown(span, "action", name_, known);
    return nullptr;
}

bool World::is_heard(const Action& action) const {
    return !action.triggers.empty() ||
           std::any_of(action.counts.begin(), action.counts.end(),
                       [&](const auto& as) { return is_heard(actions.at(as.ability->as_name)); });
}

bool World::opens_window(const Action& action) const {
    return action.before || action.after ||
           std::any_of(action.counts.begin(), action.counts.end(),
                       [&](const auto& as) { return opens_window(actions.at(as.ability->as_name)); });
}

const ast::Item* World::find_window(const std::string& name_, dsl::Span span) {
    const auto found = windows.find(name_);
    if (found != windows.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [known_name, item] : windows) known.push_back(known_name);
    unknown(span, "window", name_, known);
    return nullptr;
}

bool World::find_phase(const std::string& name_, dsl::Span span) {
    const std::vector<std::string> phases =
        phase_type.is_valid() ? type(phase_type).labels : std::vector<std::string>{};
    if (std::find(phases.begin(), phases.end(), name_) != phases.end()) return true;
    unknown(span, "phase", name_, phases);
    return false;
}

const WindowItem* World::item_of(const ast::Item& window) const {
    const auto item =
        std::find_if(window_items.begin(), window_items.end(), [&](const WindowItem& candidate) {
            return candidate.window == &window && candidate.side == ast::Side::Alone;
        });
    return item == window_items.end() ? nullptr : &*item;
}

void World::reset_per(const std::string& moment, VarId var, dsl::Span span) {
    if (moment == "turn") {
        reset_by_turn.push_back(var);
    } else if (find_phase(moment, span)) {
        reset_by_phase[moment].push_back(var);
    }
}

void World::add_parameter(Trigger& trigger, const std::string& name_, TypeId type_) {
    trigger.params.push_back(kept(type_));
    trigger.param_names.push_back(name_);
    model.layout.pending_arguments = std::max(model.layout.pending_arguments, trigger.params.size());
    model.layout.registers = std::max(model.layout.registers, trigger.params.size());
}

TypeId World::add_type(Type type_) {
    model.types.push_back(std::move(type_));
    return TypeId(model.types.size() - 1);
}

TypeId World::optional(TypeId base_) {
    if (type(base_).optional) return base_;
    const auto found = optional_of.find(base_);
    if (found != optional_of.end()) return found->second;
    Type made = type(base_);
    made.optional = true;
    made.lo = none_value;
    made.name += "?";
    made.base = base_;
    const TypeId id = add_type(std::move(made));
    optional_of[base_] = id;
    base_of[id] = base_;
    return id;
}

TypeId World::base(TypeId id) const {
    const auto found = base_of.find(id);
    return found == base_of.end() ? id : found->second;
}

TypeId World::set_type(TypeId element) {
    const auto found = set_of.find(element);
    if (found != set_of.end()) return found->second;
    Type made;
    made.form = TypeForm::Set;
    made.name = "set of " + name(element);
    made.hi = (Value{1} << type(element).size()) - 1;
    made.element = element;
    const TypeId id = add_type(std::move(made));
    set_of[element] = id;
    return id;
}

TypeId World::range_type(Value lo, Value hi) {
    const std::string text = std::to_string(lo) + ".." + std::to_string(hi);
    const auto found = types.find(text);
    if (found != types.end()) return found->second;
    Type made;
    made.form = TypeForm::Range;
    made.name = text;
    made.lo = lo;
    made.hi = hi;
    const TypeId id = add_type(std::move(made));
    types[text] = id;
    return id;
}

bool World::fits(TypeId from, TypeId to) const {
    if (!from.is_valid() || !to.is_valid()) return true;  // already reported
    if (is_numeric(from) && is_numeric(to)) return true;
    const TypeId a = base(from);
    const TypeId b = base(to);
    if (a == b) return true;
    return type(a).form == TypeForm::Set && type(b).form == TypeForm::Set &&
           base(type(a).element) == base(type(b).element);
}

VarId World::add_variable(std::string name_, std::vector<TypeId> params, TypeId type_, Value initial,
                          bool is_field, dsl::Span span) {
    std::size_t cells = 1;
    for (const TypeId param : params) cells *= static_cast<std::size_t>(type(param).size());
    model.variables.push_back(
        Variable{std::move(name_), std::move(params), type_, 0, cells, initial, is_field, span});
    return VarId(model.variables.size() - 1);
}

VarId World::add_kept(std::string name_, std::vector<TypeId> params, TypeId type_, Value initial,
                      dsl::Span span) {
    const VarId var = add_variable(std::move(name_), std::move(params), type_, initial, false, span);
    model.variables[var.index].is_kept = true;
    return var;
}

void World::add_reading(VarId var, ClauseId clause, bool of_text) {
    model.variables[var.index].reading = ReadingId(model.readings.size());
    model.readings.push_back({var, clause, of_text});
}

TableId World::add_table(std::string name_, std::vector<TypeId> params, TypeId type_,
                         std::vector<Value> values) {
    model.tables.push_back(Table{std::move(name_), std::move(params), type_, std::move(values)});
    return TableId(model.tables.size() - 1);
}

ClauseId World::add_clause(std::string name_, std::string kind, std::string text,
                           std::vector<std::string> rows, dsl::Span span) {
    model.clauses.push_back(
        Clause{std::move(name_), std::move(text), std::move(kind), std::move(rows), span});
    return ClauseId(model.clauses.size() - 1);
}

ClauseId World::phase_clause(const ast::Stmt& stmt) {
    const auto known = phase_clauses.find(&stmt);
    if (known != phase_clauses.end()) return known->second;
    const ClauseId clause = add_clause(stmt.name, "phase", excerpt(stmt.span), {}, stmt.span);
    phase_clauses[&stmt] = clause;
    return clause;
}

IncidentId World::add_incident(Incident incident) {
    model.incidents.push_back(std::move(incident));
    return IncidentId(model.incidents.size() - 1);
}

LabelId World::add_label(std::string name_, CodeId code) {
    model.labels.push_back(Label{std::move(name_), code});
    return LabelId(model.labels.size() - 1);
}

PointId World::add_point(Point point) {
    model.points.push_back(std::move(point));
    return PointId(model.points.size() - 1);
}

TriggerId World::add_trigger(Trigger trigger) {
    model.triggers.push_back(std::move(trigger));
    return TriggerId(model.triggers.size() - 1);
}

EndingId World::ending(const std::string& name_, dsl::Span span) {
    const auto found = endings.find(name_);
    if (found != endings.end()) return found->second;
    model.endings.push_back(Ending{name_, span});
    const EndingId id(model.endings.size() - 1);
    endings[name_] = id;
    return id;
}

std::string World::excerpt(dsl::Span span) const {
    std::string result;
    bool blank = false;
    for (const char c : sources.text(span)) {
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            blank = !result.empty();
            continue;
        }
        if (blank) result += ' ';
        blank = false;
        result += c;
        if (result.size() > longest_excerpt) return result.substr(0, longest_excerpt - 3) + "...";
    }
    return result;
}

}  // namespace errata::compiler
