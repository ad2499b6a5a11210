#include "compiler/references.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/typed/walk.h"
#include "dsl/ast/fields.h"
#include "dsl/ast/own_names.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::AbilityKind;
using ast::ItemKind;
using dsl::Span;

namespace {

namespace words = dsl::grammar;

// --- names as they are written

struct Written {
    Span span;
    std::string_view name;  // without quotes
    bool is_quoted = false;
};

// The names in a piece of source, in their order. Comments are passed over.
std::vector<Written> names_in(const dsl::SourceSet& sources, Span span) {
    std::vector<Written> result;
    const std::string_view text = sources.text(span);
    const auto place = [&](std::size_t begin, std::size_t end) {
        return Span{span.file, span.begin + static_cast<std::uint32_t>(begin),
                    span.begin + static_cast<std::uint32_t>(end)};
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, 2) == "--") {
            at = std::min(text.find('\n', at), text.size());
        } else if (text[at] == '"') {
            const std::size_t close = words::closing_quote(text, at);
            if (close == std::string_view::npos) return result;
            result.push_back({place(at, close + 1), text.substr(at + 1, close - at - 1), true});
            at = close + 1;
        } else if (const std::string_view word = words::word_at(text, at); !word.empty()) {
            result.push_back({place(at, at + word.size()), word, false});
            at += word.size();
        } else {
            ++at;
        }
    }
    return result;
}

// --- the collection

// The same name means different things in different spaces.
std::string key(std::string_view space, std::string_view name) {
    return std::string(space) + " " + std::string(name);
}

class Collector {
public:
    explicit Collector(const Draft& draft) : draft_(draft), sources_(draft.reporter.sources()) {}

    References run() {
        for (const ast::Module& module : draft_.modules) {
            for (const ast::Item& item : module.items) declare(item);
        }
        find_store();
        walk_typed();
        for (const ast::Module& module : draft_.modules) {
            for (const ast::Item& item : module.items) mention_in(item);
        }
        for (const ReadLine& line : draft_.texts.lines) mention_phrases(line);
        return std::move(result_);
    }

private:
    // --- declarations

    std::string type_name(TypeId type) const {
        return type.is_valid() ? draft_.program.types.name(type) : std::string();
    }

    // `at`: where the name is searched, its first place counts. Nothing is declared where it is not written:
    // a library knows things by other names.
    std::optional<std::size_t> add(DeclaredSort sort, const std::string& name, Span at, Span shown) {
        const std::vector<Written> written = names_in(sources_, at);
        const auto is_it = [&](const Written& one) {
            return one.name == name || (one.is_quoted && words::unquoted(one.name) == name);
        };
        auto found = std::ranges::find_if(written, is_it);
        Span place;
        if (found != written.end())
            place = found->span;
        else if (at.is_valid() && dsl::trimmed(sources_.text(at)) == name)
            place = at;  // a cell of a table, which has no quotes
        else
            return std::nullopt;
        const auto known = result_.mentions.find(place);
        if (known != result_.mentions.end()) return known->second;
        result_.declarations.push_back({sort, name, place, shown, ""});
        result_.mentions[place] = result_.declarations.size() - 1;
        return result_.declarations.size() - 1;
    }

    void declare(DeclaredSort sort, const std::string& space, const std::string& name, Span at, Span shown) {
        if (name.empty()) return;
        if (const auto index = add(sort, name, at, shown)) by_key_.emplace(key(space, name), *index);
    }

    // With its type and what it begins with.
    static Span whole(const ast::Binder& field) {
        Span result = field.span;
        if (field.type.span.is_valid()) result.end = std::max(result.end, field.type.span.end);
        for (const ast::Expr& initial : field.initial) result.end = std::max(result.end, initial.span.end);
        return result;
    }

    void declare_fields(const std::string& owner, const std::vector<ast::Binder>& fields) {
        for (const ast::Binder& field : fields)
            declare(DeclaredSort::Field, "field " + owner, field.name, field.span, whole(field));
    }

    void declare_values(const ast::Item& item, const std::string& type) {
        for (std::size_t i = 0; i < item.names.all.size(); ++i)
            declare(DeclaredSort::NamedValue, "value " + type, item.names.all[i], item.names.spans[i],
                    item.span);
    }

    void declare(const ast::Item& item) {
        const ItemKind kind = item.kind;
        if (kind == ItemKind::Player) declare_values(item, "player");
        if (declares_type(kind)) {
            declare(DeclaredSort::Type, "type", item.name, item.name_span, item.span);
            declare_values(item, item.name);
            declare_fields(item.name, item.fields);
        }
        if (kind == ItemKind::State) {
            for (const ast::Binder& field : item.fields)
                declare(DeclaredSort::Stored, "state", field.name, field.span, whole(field));
        }
        if (kind == ItemKind::Turn) declare_phases(item.body);
        if (kind == ItemKind::Equations) {
            for (const ast::Equation& one : item.contents.equations)
                declare(DeclaredSort::Definition, "define", one.name, one.span, one.span);
        }
        if (kind == ItemKind::Card)
            declare(DeclaredSort::PrintedItem, "value " + item.title, item.name, item.name_span, item.span);
        if (kind == ItemKind::Reading) {
            for (const ast::Alternative& one : item.contents.alternatives)
                declare(DeclaredSort::Reading, "reading " + item.title, one.name, one.span, one.span);
        }
        if (kind == ItemKind::Assume && item.sort.stance != ast::Stance::Assumed) return;
        declare_called(item);
    }

    static bool declares_type(ItemKind kind) {
        return kind == ItemKind::Enum || kind == ItemKind::Zone || kind == ItemKind::Kind ||
               kind == ItemKind::Grid || kind == ItemKind::Sites || kind == ItemKind::Printed;
    }

    // Items that have one name, in one space.
    void declare_called(const ast::Item& item) {
        struct Called {
            DeclaredSort sort;
            const char* space;
            bool by_title = false;
        };
        static const std::map<ItemKind, Called> table = {
            {ItemKind::Relation, {DeclaredSort::Stored, "state"}},
            {ItemKind::Define, {DeclaredSort::Definition, "define"}},
            {ItemKind::Open, {DeclaredSort::Definition, "define"}},
            {ItemKind::Derived, {DeclaredSort::Definition, "define"}},
            {ItemKind::Inductive, {DeclaredSort::Definition, "define"}},
            {ItemKind::Equations, {DeclaredSort::Definition, "system"}},
            {ItemKind::Action, {DeclaredSort::Action, "action"}},
            {ItemKind::Window, {DeclaredSort::Window, "window"}},
            {ItemKind::Category, {DeclaredSort::Category, "category"}},
            {ItemKind::Card, {DeclaredSort::PrintedItem, "rule"}},
            {ItemKind::Assume, {DeclaredSort::Assumption, "assume"}},
            {ItemKind::Rule, {DeclaredSort::Rule, "rule", true}},
            {ItemKind::Setup, {DeclaredSort::Setup, "setup", true}},
            {ItemKind::Reading, {DeclaredSort::Reading, "reading", true}},
            {ItemKind::Scenario, {DeclaredSort::Claim, "claim", true}},
            {ItemKind::Check, {DeclaredSort::Claim, "claim", true}},
            {ItemKind::Ruling, {DeclaredSort::Claim, "claim", true}},
            {ItemKind::Partition, {DeclaredSort::Claim, "claim", true}}};
        const auto found = table.find(item.kind);
        if (found == table.end()) return;
        const Called& called = found->second;
        declare(called.sort, called.space, called.by_title ? item.title : item.name, item.name_span,
                item.span);
    }

    void declare_phases(const std::vector<ast::Stmt>& body) {
        dsl::ast::walk(body, [&](const ast::Stmt& stmt) {
            if (stmt.kind == ast::StmtKind::Phase)
                declare(DeclaredSort::Phase, "phase", stmt.name, stmt.span, head_of(stmt.span));
        });
    }

    // The first line of it.
    Span head_of(Span span) const {
        const std::size_t end = sources_.text(span).find('\n');
        if (end != std::string_view::npos) span.end = span.begin + static_cast<std::uint32_t>(end);
        return span;
    }

    // Which declaration each variable and each table has.
    void find_store() {
        const Store& store = draft_.names.store;
        const auto& pool = draft_.program.types;
        for (const auto& [field, var] : store.fields)
            note_variable(var, "field " + pool.name(field.first), field.second);
        for (const auto& [name, var] : store.named) note_variable(var, "state", name);
        for (const auto& [field, table] : store.attributes) {
            const auto found = by_key_.find(key("field " + pool.name(field.first), field.second));
            if (found == by_key_.end()) continue;
            tables_.emplace(table, found->second);
            result_.declarations[found->second].type = type_name(draft_.program.tables[table.index].type);
        }
        for (std::size_t i = 0; i < draft_.names.callables.defines.size(); ++i)
            note_type("define", draft_.names.callables.defines[i].item->name,
                      draft_.program.definitions[i].type);
        for (const Computed& one : draft_.names.callables.computed) note_type("define", one.name, one.type);
        for (std::size_t i = 0; i < draft_.names.callables.opens.size(); ++i)
            note_type("define", draft_.names.callables.open_items[i]->name,
                      draft_.names.callables.opens[i].type);
    }

    void note_variable(VarId var, const std::string& space, const std::string& name) {
        const auto found = by_key_.find(key(space, name));
        if (found == by_key_.end()) return;
        variables_.emplace(var, found->second);
        result_.declarations[found->second].type = type_name(draft_.program.variables[var.index].type);
    }

    void note_type(const std::string& space, const std::string& name, TypeId type) {
        const auto found = by_key_.find(key(space, name));
        if (found != by_key_.end()) result_.declarations[found->second].type = type_name(type);
    }

    // --- mentions

    void mention(Span at, std::size_t declaration) { result_.mentions.emplace(at, declaration); }

    // The first name in the span that is written so; of one that may stand in quotes, the unquoted one goes
    // first: in `may "cast" before cast(s)` the event is meant.
    std::optional<Span> place_of(Span span, const std::string& name, bool last = false) const {
        if (!span.is_valid() || name.empty()) return std::nullopt;
        std::vector<Written> all = names_in(sources_, span);
        if (last) std::ranges::reverse(all);
        for (const bool quoted : {false, true}) {
            for (const Written& one : all) {
                const bool is_so = quoted ? words::unquoted(one.name) == name : one.name == name;
                if (one.is_quoted == quoted && is_so) return one.span;
            }
        }
        return std::nullopt;
    }

    bool mention(const std::string& space, const std::string& name, Span in, bool last = false) {
        const auto found = by_key_.find(key(space, name));
        if (found == by_key_.end()) return false;
        if (const auto at = place_of(in, name, last)) mention(*at, found->second);
        return true;
    }

    void mention_one_of(std::initializer_list<const char*> spaces, const std::string& name, Span in) {
        for (const char* const space : spaces) {
            if (mention(space, name, in)) return;
        }
    }

    // --- what has been typed

    void declare_local(typed::LocalId local, const std::string& name, Span span, TypeId type) {
        if (!local.is_valid() || !span.is_valid() || name.empty() || name == "_") return;
        const auto index = add(DeclaredSort::Local, name, span, head_of(span));
        if (!index) return;
        locals_.emplace(local, *index);
        if (result_.declarations[*index].type.empty()) result_.declarations[*index].type = type_name(type);
    }

    void declare_locals(const std::vector<typed::Binder>& binders) {
        for (const typed::Binder& one : binders)
            declare_local(one.local, one.name, one.span, one.domain.type);
    }

    bool deals_with_object(const std::vector<typed::Binder>& binders) {
        if (binders.empty()) return false;
        const auto object = by_key_.find(key("value " + type_name(binders[0].domain.type), binders[0].name));
        if (object == by_key_.end()) return false;
        locals_.emplace(binders[0].local, object->second);
        if (const auto at = place_of(binders[0].span, binders[0].name)) mention(*at, object->second);
        return true;
    }

    // The name that `= value` is of.
    void declare_given(const typed::Given& given) {
        Span before = given.value.span;
        if (!before.is_valid()) return;
        before.end = before.begin;
        before.begin -= std::min<std::uint32_t>(before.begin, 200);
        const std::vector<Written> all = names_in(sources_, before);
        if (!all.empty() && all.back().name == given.name)
            declare_local(given.local, given.name, all.back().span, given.value.type);
    }

    // Names in the brackets of an event. One that its action declares is that role's.
    void declare_roles(const std::vector<typed::Param>& params, ActionId action) {
        for (std::size_t i = 0; i < params.size(); ++i) {
            const typed::Param& param = params[i];
            const bool has_role = param.is_declared && action.is_valid() && param.local.is_valid() &&
                                  i < draft_.program.actions[action.index].params.size();
            const auto role =
                has_role ? locals_.find(draft_.program.actions[action.index].params[i].local) : locals_.end();
            if (role == locals_.end()) {
                declare_local(param.local, param.name, param.span, param.type);
                continue;
            }
            locals_.emplace(param.local, role->second);
            if (const auto at = place_of(param.span, param.name)) mention(*at, role->second);
        }
    }

    struct Declares {
        Collector& all;
        void operator()(const typed::Expr& expr) const { all.declare_locals(expr.binders); }
        void operator()(const typed::Stmt& stmt) const {
            // A dealing line may name an object of its kind.
            const bool is_deal = stmt.kind == typed::StmtKind::Deal;
            if (!is_deal || !all.deals_with_object(stmt.binders)) all.declare_locals(stmt.binders);
            for (const typed::Option& option : stmt.options) all.declare_locals(option.binders);
            if (stmt.kind == typed::StmtKind::Let && !stmt.exprs.empty())
                all.declare_local(stmt.local, stmt.name, all.head_of(stmt.span), stmt.exprs[0].type);
        }
        void operator()(const typed::Ability& ability) const {
            all.declare_roles(ability.params, ability.event.action);
            all.declare_roles(ability.as.params, ability.as.action);
            all.declare_locals(ability.play.binders);
            for (const typed::Targets& targets : ability.targets) all.declare_locals(targets.binders);
            for (const typed::Given& given : ability.given) all.declare_given(given);
        }
    };

    struct Mentions {
        Collector& all;
        void operator()(const typed::Expr& expr) const { all.mention_in(expr); }
        void operator()(const typed::Stmt& stmt) const {
            for (const typed::Option& option : stmt.options) {
                if (!all.mention_in_label(option.span, option.label, option.binders, option.shown))
                    all.mention_in_label(stmt.span, option.label, option.binders, option.shown);
            }
        }
        void operator()(const typed::Ability& ability) const {
            std::vector<typed::Binder> bound = ability.play.binders;
            for (const typed::Targets& targets : ability.targets)
                bound.insert(bound.end(), targets.binders.begin(), targets.binders.end());
            all.mention_in_label(ability.span, ability.play.title, bound, ability.play.shown);
        }
    };

    // The names in the braces of a label, wherever in `in` it stands; false: it does not.
    bool mention_in_label(Span in, const std::string& label, const std::vector<typed::Binder>& bound,
                          const std::vector<typed::Shown>& shown) {
        if (label.find('{') == std::string::npos || !in.is_valid()) return true;
        for (const Written& text : names_in(sources_, in)) {
            if (!text.is_quoted || text.name != label) continue;
            const Span inside{in.file, text.span.begin + 1, text.span.end - 1};
            const auto mention_local = [&](typed::LocalId local, const std::string& name) {
                const auto found = locals_.find(local);
                if (found == locals_.end()) return;
                for (const Written& hole : names_in(sources_, inside)) {
                    const bool is_hole = hole.name == name && hole.span.begin > inside.begin - 1 &&
                                         sources_.file(in.file).text()[hole.span.begin - 1] == '{';
                    if (is_hole) mention(hole.span, found->second);
                }
            };
            for (const typed::Binder& one : bound) mention_local(one.local, one.name);
            for (const typed::Shown& one : shown) {
                if (one.value.kind == typed::ExprKind::Local) mention_local(one.value.local, one.name);
            }
            return true;
        }
        return false;
    }

    void mention_in(const typed::Expr& expr) {
        if (!expr.span.is_valid()) return;
        if (expr.type.is_valid()) result_.types.emplace(expr.span, type_name(expr.type));
        const auto& callables = draft_.names.callables;
        const auto mention_definition = [&](const std::string& name) { mention("define", name, expr.span); };
        if (expr.kind == typed::ExprKind::Local) mention_found(locals_, expr.local, expr.span, false);
        if (expr.kind == typed::ExprKind::Cell)
            mention_found(variables_, expr.var(), expr.span, draft_.program.variables[expr.id].is_field);
        if (expr.kind == typed::ExprKind::Table) mention_found(tables_, expr.table(), expr.span, true);
        if (expr.kind == typed::ExprKind::Open) mention_definition(callables.open_items[expr.id]->name);
        if (expr.kind == typed::ExprKind::Computed) mention_definition(callables.computed[expr.id].name);
        if (expr.kind == typed::ExprKind::Define) mention_definition(callables.defines[expr.id].item->name);
        if (expr.kind == typed::ExprKind::Constant) mention_value(expr);
    }

    template <class Id>
    void mention_found(const std::map<Id, std::size_t>& among, Id id, Span in, bool last) {
        const auto found = among.find(id);
        if (found == among.end()) return;
        if (const auto at = place_of(in, result_.declarations[found->second].name, last))
            mention(*at, found->second);
    }

    void mention_value(const typed::Expr& expr) {
        const Type& type = draft_.program.types[draft_.program.types.base(expr.type)];
        const auto index = static_cast<std::size_t>(expr.value);
        if (expr.value < 0 || index >= type.labels.size()) return;
        const TypeId phases = draft_.names.vocabulary.phase_type;
        if (phases.is_valid() && draft_.program.types.base(expr.type) == phases) {
            mention("phase", type.labels[index], expr.span, true);
            return;
        }
        mention("value " + type.name, type.labels[index], expr.span, true);
    }

    template <class Visit>
    void walk_all(const Visit& visit) {
        const typed::Program& program = draft_.program;
        const auto exprs = [&](const std::vector<typed::Expr>& list) { typed::walk(list, visit); };
        for (const typed::Definition& one : program.definitions) exprs(one.body);
        for (const typed::ComputedBody& one : program.computed) {
            exprs(one.definition);
            exprs(one.backup);
        }
        for (const typed::OpenBody& one : program.opens) exprs(one.fallback);
        for (const typed::ActionBody& one : program.actions) {
            for (const auto& fallback : one.defaults) exprs(fallback);
            exprs(one.replacement_chooser);
            typed::walk(one.block, visit);
        }
        for (const auto* const lists : {&program.window_first, &program.functions, &program.preferences}) {
            for (const auto& list : *lists) exprs(list);
        }
        exprs(program.first_to_place);
        typed::walk(program.turn, visit);
        for (const typed::RuleAbility& one : program.abilities) typed::walk(one.ability, visit);
        for (const typed::Ruling& one : program.claims.rulings) {
            for (const typed::Param& param : one.params) exprs(param.value);
            exprs(one.premise);
            typed::walk(one.holds, visit);
        }
        for (const typed::Check& one : program.claims.checks) {
            exprs(one.condition);
            exprs(one.premise);
        }
        for (const typed::Partition& one : program.claims.partitions) {
            typed::walk(one.condition, visit);
            exprs(one.cases);
        }
        for (const typed::Setup& one : program.setups) typed::walk(one.body, visit);
        for (const typed::Screen& one : program.screens) typed::walk(one.body, visit);
        for (const typed::Scenario& one : program.scenarios) {
            typed::walk(one.position, visit);
            for (const typed::Step& step : one.steps) {
                exprs(step.chooser.player);
                exprs(step.condition);
            }
        }
        for (const typed::PhraseBody* const body : draft_.phrases.bodies()) {
            exprs(body->value);
            typed::walk(body->block, visit);
            for (const typed::Ability& ability : body->abilities) typed::walk(ability, visit);
        }
    }

    void walk_typed() {
        const typed::Program& program = draft_.program;
        for (const typed::Definition& one : program.definitions) declare_locals(one.params);
        for (const typed::ComputedBody& one : program.computed) declare_locals(one.params);
        for (const typed::OpenBody& one : program.opens) declare_locals(one.params);
        for (const typed::ActionBody& one : program.actions) declare_locals(one.params);
        for (const typed::Partition& one : program.claims.partitions) declare_locals(one.binders);
        for (const typed::Ruling& one : program.claims.rulings) {
            for (const typed::Param& param : one.params)
                declare_local(param.local, param.name, param.span, param.type);
        }
        for (const typed::PhraseBody* const body : draft_.phrases.bodies()) declare_locals(body->given);
        walk_all(Declares{*this});
        walk_all(Mentions{*this});
    }

    // --- what the words alone say

    void mention_in(const ast::Item& item) {
        bound_ = dsl::ast::own_names(item);
        dsl::ast::walk(item, [&](const ast::Ability& ability) {
            for (const ast::Expr& param : ability.params) bound_.insert(param.name);
        });
        mention_head(item);
        dsl::ast::walk(item, AstMentions{*this});
    }

    void mention_names(const char* space, const ast::ItemNames& names) {
        for (std::size_t i = 0; i < names.all.size() && i < names.spans.size(); ++i)
            mention(space, names.all[i], names.spans[i]);
    }

    void mention_head(const ast::Item& item) {
        const ItemKind kind = item.kind;
        if (kind == ItemKind::Phrase) {
            mention("category", item.name, item.name_span);
            mention_in_template(item);
        }
        if (kind == ItemKind::Card) {
            mention("type", item.title, item.span);
            for (const ast::Setting& setting : item.contents.settings) {
                mention("field " + item.title, setting.name, setting.span);
                mention_printed_value(item.title, setting);
            }
        }
        if (kind == ItemKind::Cards && !item.names.all.empty()) {
            mention_names("type", item.names);
            for (const ast::Column& column : item.contents.columns)
                mention("field " + item.names.all[0], column.field, column.span);
        }
        if (kind == ItemKind::Kind) {
            for (std::size_t i = 0; i < item.dealt.all.size(); ++i)
                mention("field " + item.name, item.dealt.all[i], item.dealt.spans[i]);
        }
        for (const ast::Binder& field : item.fields) mention_in_field(item, field);
        if (kind == ItemKind::Sites) {
            for (const ast::Link& link : item.links) {
                mention("value " + item.name, link.from, link.span);
                mention("value " + item.name, link.to, link.span, true);
            }
        }
        if (kind == ItemKind::Meta) {
            for (const ast::Setting& setting : item.contents.settings) mention_setting(setting.value);
        }
        if (kind == ItemKind::Screen) mention("type", item.name, item.span);
        if (kind == ItemKind::Setup || kind == ItemKind::Scenario) mention_names("setup", item.names);
        if (kind == ItemKind::Accept || kind == ItemKind::Expect) {
            for (std::size_t i = 0; i < item.names.all.size() && i < item.names.spans.size(); ++i)
                mention_anything(item.names.all[i], item.names.spans[i]);
        }
        if (kind == ItemKind::Ruling) mention("action", item.name, item.span);
        if (kind == ItemKind::Assume) mention("assume", item.name, item.name_span);
    }

    // `load: 0..2 while at`, `bool per dusk`, `driver: player = owner`.
    void mention_in_field(const ast::Item& item, const ast::Binder& field) {
        for (const ast::Expr& initial : field.initial) {
            if (initial.kind == ast::ExprKind::Name && !result_.mentions.contains(initial.span))
                mention("field " + item.name, initial.name, initial.span);
        }
        Span behind = field.type.span;
        if (!behind.is_valid()) return;
        behind.begin = behind.end;
        behind.end = item.span.end;
        for (const ast::Binder& other : item.fields) {
            if (other.span.begin > field.span.begin) behind.end = std::min(behind.end, other.span.begin);
        }
        if (!field.while_field.empty()) mention("field " + item.name, field.while_field, behind);
        if (!field.per.empty()) mention("phase", field.per, behind);
    }

    // `responses: answer`, `effect_order: since`
    void mention_setting(const ast::Expr& value) {
        if (value.kind != ast::ExprKind::Name || mention("window", value.name, value.span)) return;
        mention_with_owner(value.name, value.span);
    }

    // A field of whatever has one of that name, if only one has.
    bool mention_with_owner(const std::string& name, Span in) {
        std::vector<std::size_t> found;
        for (const auto& [known, index] : by_key_) {
            const bool is_field = known.starts_with("field ") && known.ends_with(" " + name);
            if (is_field) found.push_back(index);
        }
        if (found.size() != 1) return false;
        if (const auto at = place_of(in, name)) mention(*at, found.front());
        return true;
    }

    // The names that an `expect` or an `accept` gives.
    void mention_anything(const std::string& name, Span in) {
        for (const char* const space : {"rule", "action", "phase", "state", "define", "setup", "claim"}) {
            if (mention(space, name, in)) return;
        }
        mention_with_owner(name, in);
    }

    // `{n: number}`, `{unit}`: what may fill a hole. A template without printed signs alone.
    void mention_in_template(const ast::Item& item) {
        const std::vector<Written> written = names_in(sources_, item.span);
        const auto text = std::ranges::find_if(written, [](const Written& one) { return one.is_quoted; });
        if (text == written.end() || text->name != item.title) return;
        for (std::size_t open = text->name.find('{'); open != std::string_view::npos;
             open = text->name.find('{', open + 1)) {
            const std::size_t close = text->name.find('}', open);
            if (close == std::string_view::npos) return;
            const auto begin = text->span.begin + 1 + static_cast<std::uint32_t>(open);
            const auto end = text->span.begin + 1 + static_cast<std::uint32_t>(close);
            const std::vector<Written> names = names_in(sources_, {text->span.file, begin, end});
            if (names.empty()) continue;
            const Written& filler = names.back();
            for (const char* const space : {"category", "type"}) {
                if (mention(space, std::string(filler.name), filler.span)) break;
            }
        }
    }

    // `trait: Fire`: what a printed value says is known by its type.
    void mention_printed_value(const std::string& kind, const ast::Setting& setting) {
        const auto type = draft_.names.vocabulary.named.find(kind);
        if (type == draft_.names.vocabulary.named.end()) return;
        const auto table = draft_.names.store.attributes.find({type->second, setting.name});
        if (table == draft_.names.store.attributes.end()) return;
        const auto& types = draft_.program.types;
        TypeId of = types.base(draft_.program.tables[table->second.index].type);
        if (types[of].form == TypeForm::Set) of = types[of].element;
        dsl::ast::walk(setting.value, [&](const ast::Expr& expr) {
            if (expr.kind == ast::ExprKind::Name || expr.kind == ast::ExprKind::Quoted)
                mention("value " + types.name(of), expr.name, expr.span);
        });
    }

    struct AstMentions {
        Collector& all;

        void operator()(const ast::TypeExpr& type) const {
            if (type.kind == ast::TypeKind::Named) all.mention("type", type.name, type.span);
        }
        void operator()(const ast::Expr& expr) const { all.mention_loose(expr); }
        void operator()(const ast::Stmt& stmt) const {
            const ast::StmtKind kind = stmt.kind;
            const bool performs = kind == ast::StmtKind::Perform || kind == ast::StmtKind::Try;
            if (performs) all.mention("action", stmt.name, stmt.span);
            if (kind == ast::StmtKind::OpenWindow) all.mention("window", stmt.name, stmt.span);
            if (kind == ast::StmtKind::Phase) all.mention("phase", stmt.name, all.head_of(stmt.span));
            if (kind == ast::StmtKind::Solve) all.mention("system", stmt.name, all.head_of(stmt.span));
        }
        void operator()(const ast::Ability& ability) const { all.mention_in(ability); }
        void operator()(const ast::TextLine& line) const {
            all.mention("reading", line.version, line.version_span);
            all.mention("reading " + line.version, line.alternative, line.alternative_span);
        }
    };

    // `for each u: unit { power(u) += 1 flying(u) := yes }`: one name in all the changes.
    void join_binders(const ast::Ability& effects) {
        for (const ast::Binder& binder : effects.binders) {
            std::optional<std::size_t> first;
            for (const ast::Ability& part : effects.parts) {
                for (const ast::Expr& param : part.params) {
                    const auto found = result_.mentions.find(param.span);
                    if (param.name != binder.name || found == result_.mentions.end()) continue;
                    if (!first) first = found->second;
                    const std::size_t other = found->second;
                    for (auto& [span, index] : result_.mentions) {
                        if (index == other) index = *first;
                    }
                }
            }
            const auto at = place_of(binder.span, binder.name);
            if (!first || !at) continue;
            result_.declarations[*first].name_span = *at;
            mention(*at, *first);
        }
    }

    void mention_in(const ast::Ability& ability) {
        if (ability.kind == AbilityKind::Effects) join_binders(ability);
        const bool is_moment = ability.kind == AbilityKind::PhaseHook || ability.of_phase;
        if (is_moment)
            mention("phase", ability.name, ability.span);
        else
            mention_one_of({"action", "define", "state", "phase"}, ability.name, ability.span);
        mention_one_of({"action", "define"}, ability.as.name, ability.span);
        const ast::NameList& windows = ability.play.windows;
        for (std::size_t i = 0; i < windows.all.size(); ++i)
            mention("window", windows.all[i], windows.spans[i]);
        const ast::NameList& exceptions = ability.except_to;
        for (std::size_t i = 0; i < exceptions.all.size(); ++i)
            mention("rule", exceptions.all[i], exceptions.spans[i]);
        if (ability.kind == AbilityKind::Ignores) mention("rule", ability.title, ability.span);
        if (!ability.limit.phase.empty()) mention("phase", ability.limit.phase, ability.span);
    }

    // A name that was not typed, or not kept: what is called so, if it can be one thing only.
    void mention_loose(const ast::Expr& expr) {
        if (expr.kind == ast::ExprKind::Can) {
            mention("action", expr.name, expr.span);
            return;
        }
        const bool is_name = expr.kind == ast::ExprKind::Name || expr.kind == ast::ExprKind::Quoted ||
                             expr.kind == ast::ExprKind::Call;
        if (!is_name || bound_.contains(expr.name)) return;
        const auto at = place_of(expr.span, expr.name);
        if (!at || result_.mentions.contains(*at)) return;
        const auto values = draft_.names.vocabulary.constants.find(expr.name);
        if (values != draft_.names.vocabulary.constants.end()) {
            if (values->second.size() == 1)
                mention("value " + type_name(values->second[0].first), expr.name, *at);
            return;
        }
        for (const char* const space : {"define", "state", "assume", "type"}) {
            if (mention(space, expr.name, *at)) return;
        }
    }

    // --- printed text

    // A line leads to the phrases that it is read by; the first of them is the one of the whole line.
    void mention_phrases(const ReadLine& line) {
        if (line.ways.empty() || line.ways.front().phrases.empty()) return;
        const ast::Item& phrase = draft_.phrases.item(line.ways.front().phrases.front());
        // A meaning below the line needs no way to it.
        if (!phrase.span.is_valid() || phrase.sort.is_of_line) return;
        const auto [known, is_new] = by_phrase_.try_emplace(phrase.span, result_.declarations.size());
        if (is_new)
            result_.declarations.push_back(
                {DeclaredSort::Phrase, phrase.title, phrase.span, phrase.span, ""});
        mention(line.line->span, known->second);
    }

    const Draft& draft_;
    const dsl::SourceSet& sources_;
    References result_;
    std::map<std::string, std::size_t> by_key_;
    std::map<VarId, std::size_t> variables_;
    std::map<TableId, std::size_t> tables_;
    std::map<typed::LocalId, std::size_t> locals_;
    std::map<Span, std::size_t> by_phrase_;
    std::set<std::string> bound_;  // by the item that is looked at
};

}  // namespace

std::optional<dsl::Span> References::name_at(std::uint32_t file, std::uint32_t offset) const {
    // Names do not overlap but for lines of text, which hold none.
    auto after = mentions.upper_bound(Span{file, offset, Span::no_file});
    if (after == mentions.begin()) return std::nullopt;
    const Span span = std::prev(after)->first;
    if (span.file != file || offset < span.begin || span.end < offset) return std::nullopt;
    return span;
}

const Declaration* References::at(std::uint32_t file, std::uint32_t offset) const {
    const auto span = name_at(file, offset);
    return span ? &declarations[mentions.at(*span)] : nullptr;
}

References references(const Draft& draft) { return Collector(draft).run(); }

}  // namespace errata::compiler
