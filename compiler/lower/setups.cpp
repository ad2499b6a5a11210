#include "compiler/lower/setups.h"

#include <algorithm>

#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/code.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Stmt;
using typed::StmtKind;

Position::Position(const Lowering& l, std::string name, dsl::Span span, Dealing* dealing)
    : l_(l), evaluator_(l.model), dealing_(dealing) {
    setup_.name = std::move(name);
    setup_.span = span;
    setup_.values.assign(l.model.layout.cells, 0);
    for (const Variable& variable : l.model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) setup_.values[variable.base + i] = variable.initial;
    }
    setup_.values[l.model.layout.frame(0)] = static_cast<Value>(l.model.flow.start.index) + 1;
    if (l.model.readings.most_departures == Value{0}) return;
    for (const Reading& reading : l.model.readings.all)
        setup_.open.push_back(l.model.variable(reading.variable).base);
    if (l.model.readings.few_departures.is_valid())
        setup_.requirements.emplace_back(l.model.readings.few_departures, ClauseId{});
}

void Position::run(const typed::Block& body, Scope& scope) {
    for (const Stmt& stmt : body) {
        if (stmt.kind == StmtKind::Deal && !stmt.exprs.empty())
            named_.emplace(stmt.exprs[0].type, stmt.exprs[0].value);
    }
    for (const Stmt& stmt : body) run(stmt, scope);
}

void Position::run_inside(const typed::Block& body, Scope scope) { run(body, scope); }

Setup Position::take() {
    const auto term = [&](std::size_t cell) {
        const VarId id = variable_at(cell);
        const Variable& field = l_.model.variable(id);
        const Value object = l_.type(field.params[0]).lo + static_cast<Value>(cell - field.base);
        return l_.pool().make_leaf(TermKind::Cell, id.index, {l_.pool().constant(object)},
                                   l_.type(field.type));
    };
    for (const auto& [own, source] : followed_)
        setup_.requirements.emplace_back(l_.pool().equal(term(own), term(source)), ClauseId{});
    std::sort(setup_.open.begin(), setup_.open.end());
    setup_.open.erase(std::unique(setup_.open.begin(), setup_.open.end()), setup_.open.end());
    return std::move(setup_);
}

VarId Position::variable_at(std::size_t cell) const {
    const auto has = [&](const Variable& variable) {
        return variable.base <= cell && cell < variable.base + variable.cells;
    };
    const auto found = std::ranges::find_if(l_.model.variables, has);
    return VarId(static_cast<std::size_t>(found - l_.model.variables.begin()));
}

std::optional<Value> Position::value(TermId term, dsl::Span span) {
    CellTrace read;
    const auto result = traced_value(evaluator_, term, setup_.values, opened_.empty() ? nullptr : &read);
    const auto is_open = [&](std::size_t cell) { return opened_.contains(cell); };
    if (const auto open = std::ranges::find_if(read.cells, is_open); open != read.cells.end()) {
        l_.reporter.error(
            DiagnosticKind::open_value, span,
            "this asks for '" + l_.model.variable(variable_at(*open)).name + "', and that is open here",
            "say it as a condition of the whole position, such as 'require a = b', or put the "
            "statement before the 'any'");
        return std::nullopt;
    }
    if (!result)
        l_.reporter.error(DiagnosticKind::setup_impossible, span,
                          "this has no value in the position described so far");
    return result;
}

std::optional<std::size_t> Position::target_cell(const typed::Expr& expr, const TypedTerm& target) {
    const Term term = l_.pool()[target.term];
    if (term.kind != TermKind::Cell) {
        l_.reporter.error(DiagnosticKind::wrong_kind_of_name, expr.span, "this cannot be set",
                          "a setup sets fields, state and relations");
        return std::nullopt;
    }
    const VarId var(static_cast<std::size_t>(term.payload));
    std::vector<Value> args;
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        const auto arg = value(term.children[i], expr.span);
        if (!arg) return std::nullopt;
        const Type& param = l_.type(l_.model.variable(var).params[i]);
        if (*arg < param.lo || *arg > param.hi) {
            l_.reporter.error(DiagnosticKind::value_out_of_range, expr.span, "there is no such place to set");
            return std::nullopt;
        }
        args.push_back(*arg);
    }
    return cell_of(l_.model, var, args);
}

// What an assignment makes of its target.
static TermId changed(const Lowering& l, const Stmt& stmt, const TypedTerm& target, const Scope& scope) {
    TermPool& pool = l.pool();
    const TypedTerm by = l.terms.value(stmt.exprs[1], scope);
    const Type& type = l.type(target.type);
    TermId result = by.term;
    const bool adds = stmt.change == ast::Change::Add;
    if (stmt.change != ast::Change::Set && type.form == TypeForm::Set) {
        const bool many = l.type(by.type).form == TypeForm::Set;
        if (!many) result = position_in_set(l, result, type.element);
        const TermKind kind = many ? (adds ? TermKind::SetUnion : TermKind::SetMinus)
                                   : (adds ? TermKind::SetInsert : TermKind::SetErase);
        result = pool.make(kind, {target.term, result});
    } else if (stmt.change != ast::Change::Set) {
        result = pool.make(adds ? TermKind::Add : TermKind::Subtract, {target.term, result});
    }
    return result;
}

void Position::assign(const Stmt& stmt, const Scope& scope) {
    const TypedTerm target = l_.terms.value(stmt.exprs[0], scope);
    const auto cell = target_cell(stmt.exprs[0], target);
    if (!cell) return;
    set_.insert(*cell);
    if (dealing_ != nullptr && std::ranges::find(dealing_->cells, *cell) != dealing_->cells.end()) {
        l_.reporter.error(
            DiagnosticKind::misplaced_statement, stmt.span,
            "'place' itself decides which " + l_.type(l_.model.types.base(target.type)).name + " stands here",
            "leave this line out");
        return;
    }
    if (stmt.exprs.size() == 1) {  // any
        open(*cell);
        return follow(*cell, std::nullopt);
    }
    const auto result = value(changed(l_, stmt, target, scope), stmt.exprs[1].span);
    if (!result) return;
    const Type& about = l_.type(target.type);
    if (!about.contains(*result)) {
        l_.reporter.error(DiagnosticKind::value_out_of_range, stmt.exprs[1].span,
                          std::to_string(*result) + " is not in " + about.name);
        return;
    }
    fix(*cell, *result);
    follow(*cell, *result);
}

void Position::open(std::size_t cell) {
    followed_.erase(cell);
    opened_.insert(cell);
    setup_.open.push_back(cell);
}

void Position::fix(std::size_t cell, Value value) {
    followed_.erase(cell);
    setup_.values[cell] = value;
    opened_.erase(cell);
    std::erase(setup_.open, cell);
}

void Position::follow(std::size_t cell, std::optional<Value> value) {
    const VarId source = variable_at(cell);
    const std::size_t object = cell - l_.model.variable(source).base;
    for (const Variable& field : l_.model.variables) {
        const std::size_t own = field.base + object;
        if (field.begins_with != source || set_.contains(own)) continue;
        if (value) {
            fix(own, *value);
        } else {
            open(own);
            followed_[own] = cell;
        }
        follow(own, value);
    }
}

// The object that is named, or the next one of the kind that nothing was said of.
void Position::deal(const Stmt& stmt, Scope& scope) {
    const typed::Binder& binder = stmt.binders[0];
    const TypeId kind = l_.terms.domain(binder.domain, scope);
    const auto exists = l_.names.store.exists.find(kind);
    for (Value v = l_.type(kind).first(); v <= l_.type(kind).hi; ++v) {
        if (stmt.exprs.empty() ? is_spoken_of(kind, v) : v != stmt.exprs[0].value) continue;
        if (exists != l_.names.store.exists.end()) fix(cell_of(l_.model, exists->second, {v}), 1);
        scope.add(binder.local, binder.name, {l_.pool().constant(v), kind});
        return run_inside(stmt.blocks[0], scope);
    }
    l_.reporter.error(DiagnosticKind::setup_impossible, stmt.span,
                      "there is no further " + l_.type(kind).name + " that nothing was said of",
                      "raise its number");
}

bool Position::is_spoken_of(TypeId kind, Value object) const {
    if (named_.contains({kind, object})) return true;
    const auto exists = l_.names.store.exists.find(kind);
    if (exists != l_.names.store.exists.end() &&
        setup_.values[cell_of(l_.model, exists->second, {object})] != 0)
        return true;
    for (std::size_t i = 0; i < l_.model.variables.size(); ++i) {
        const Variable& variable = l_.model.variables[i];
        if (variable.params.size() == 1 && variable.params[0] == kind &&
            set_.contains(cell_of(l_.model, VarId(i), {object})))
            return true;
    }
    return false;
}

// As `mark` does in play: ranks begin at 1, and have no gaps.
void Position::mark(const Stmt& stmt, const Scope& scope) {
    const TypedTerm target = l_.terms.value(stmt.exprs[0], scope);
    const auto cell = target_cell(stmt.exprs[0], target);
    if (!cell) return;
    const Variable& order = l_.model.variable(variable_at(*cell));
    const auto rank = [&](std::size_t i) -> Value& { return setup_.values[order.base + i]; };
    const Value before = std::exchange(setup_.values[*cell], 0);
    Value marked = 0;
    for (std::size_t i = 0; i < order.cells; ++i) {
        if (before > 0 && rank(i) > before) --rank(i);
        if (rank(i) > 0) ++marked;
    }
    set_.insert(*cell);
    if (stmt.kind == StmtKind::Unmark) return;
    const bool is_first = stmt.kind == StmtKind::MarkFirst;
    for (std::size_t i = 0; i < order.cells && is_first; ++i) {
        if (rank(i) > 0) ++rank(i);
    }
    setup_.values[*cell] = is_first ? 1 : marked + 1;
}

void Position::for_each(const Stmt& stmt, const Scope& scope, std::size_t binder) {
    if (binder == stmt.binders.size()) {
        const auto holds = value(l_.terms.all(stmt.exprs, scope), stmt.span);
        if (holds && *holds != 0) run_inside(stmt.blocks[0], scope);
        return;
    }
    const typed::Binder& about = stmt.binders[binder];
    const TypeId domain = l_.terms.domain(about.domain, scope);
    const Value first = l_.type(domain).first();
    const Value last = l_.type(domain).hi;
    for (Value v = first; v <= last && !l_.reporter.has_errors(); ++v) {
        Scope inner = scope;
        inner.add(about.local, about.name, {l_.pool().constant(v), domain});
        for_each(stmt, inner, binder + 1);
    }
}

static void require(const Lowering& l, const Stmt& stmt, const Scope& scope, Setup& setup) {
    const TermId test = l.terms.term(stmt.exprs[0], scope);
    if (l.pool().is_false(test)) {
        l.reporter.error(DiagnosticKind::setup_impossible, stmt.span, "no position can satisfy this");
        return;
    }
    const ClauseId clause =
        add_clause(l, setup.name, ClauseKind::Setup, l.reporter.excerpt(stmt.span), {}, stmt.span);
    setup.requirements.emplace_back(test, clause);
}

void Position::create(const Stmt& stmt, Scope& scope) {
    const typed::Binder& binder = stmt.binders[0];
    const TypeId kind = l_.terms.domain(binder.domain, scope);
    const auto exists = l_.names.store.exists.find(kind);
    if (exists == l_.names.store.exists.end()) return;
    for (Value v = 0; v <= l_.type(kind).hi; ++v) {
        Value& present = setup_.values[cell_of(l_.model, exists->second, {v})];
        if (present != 0) continue;
        present = 1;
        scope.add(binder.local, binder.name, {l_.pool().constant(v), kind});
        run_inside(stmt.blocks[0], scope);
        return;
    }
    l_.reporter.error(DiagnosticKind::setup_impossible, stmt.span,
                      "there is no further " + l_.type(kind).name + " in this scope",
                      "raise its number in 'scope'");
}

void Position::let(const Stmt& stmt, Scope& scope) {
    const TypedTerm written = l_.terms.value(stmt.exprs[0], scope);
    const auto result = value(written.term, stmt.span);
    if (result) scope.add(stmt.local, stmt.name, {l_.pool().constant(*result), written.type});
}

void Position::run_if(const Stmt& stmt, Scope& scope) {
    const auto holds = value(l_.terms.term(stmt.exprs[0], scope), stmt.span);
    if (!holds) return;
    if (*holds != 0) {
        run_inside(stmt.blocks[0], scope);
    } else if (stmt.blocks.size() > 1) {
        run_inside(stmt.blocks[1], scope);
    }
}

// Objects that are not there yet come first to hand in pools whose objects come and go.
void Position::place(const Stmt& stmt, const Scope& scope) {
    ERRATA_CHECK(dealing_ != nullptr);
    const typed::Binder& binder = stmt.binders[0];
    const TypeId kind = l_.terms.domain(binder.domain, scope);
    const auto exists = l_.names.store.exists.find(kind);
    Value next = l_.type(kind).first();
    for (std::size_t item = 0; item < dealing_->items && !l_.reporter.has_errors(); ++item, ++next) {
        for (; next <= l_.type(kind).hi; ++next) {
            Scope inner = scope;
            inner.add(binder.local, binder.name, {l_.pool().constant(next), kind});
            const auto fits = value(l_.terms.all(stmt.exprs, inner), stmt.span);
            if (!fits) return;
            const bool comes_and_goes = exists != l_.names.store.exists.end();
            Value* present =
                comes_and_goes ? &setup_.values[cell_of(l_.model, exists->second, {next})] : nullptr;
            if (*fits == 0 || (present != nullptr && *present != 0)) continue;
            if (present != nullptr) *present = 1;
            place_at(stmt, std::move(inner), next, kind);
            break;
        }
        if (next > l_.type(kind).hi) {
            dealing_->lacks_objects = true;
            return;
        }
    }
}

void Position::place_at(const Stmt& stmt, Scope scope, Value object, TypeId) {
    const std::size_t cell = cell_of(l_.model, dealing_->holder, {object});
    const Type& type = l_.type(l_.model.variable(dealing_->holder).type);
    open(cell);
    follow(cell, std::nullopt);
    if (type.lo < 0) setup_.narrowed.push_back({cell, 0, type.hi});
    dealing_->objects.push_back(object);
    dealing_->cells.push_back(cell);
    run_inside(stmt.blocks[0], std::move(scope));
}

void Position::run(const Stmt& stmt, Scope& scope) {
    if (stmt.kind == StmtKind::Change) return assign(stmt, scope);
    if (stmt.kind == StmtKind::ForEach) return for_each(stmt, scope, 0);
    if (stmt.kind == StmtKind::Require) return require(l_, stmt, scope, setup_);
    if (stmt.kind == StmtKind::Create) return create(stmt, scope);
    if (stmt.kind == StmtKind::Let) return let(stmt, scope);
    if (stmt.kind == StmtKind::If) return run_if(stmt, scope);
    if (stmt.kind == StmtKind::Place) return place(stmt, scope);
    if (stmt.kind == StmtKind::Deal) return deal(stmt, scope);
    const bool marks =
        stmt.kind == StmtKind::Mark || stmt.kind == StmtKind::MarkFirst || stmt.kind == StmtKind::Unmark;
    if (marks) return mark(stmt, scope);
    ERRATA_CHECK(stmt.kind == StmtKind::Nothing);  // typing lets no other into a position
}

// Said of the first reading, of the first two, and so on: what lists the setup's states stops at the first
// that is too many.
void bound_readings(const Lowering& l) {
    Model& model = l.model;
    const auto& scope = l.names.vocabulary.scope;
    const auto bound = scope.find("readings");
    if (bound == scope.end()) return;
    const Value most = std::max<Value>(0, bound->second);
    if (most >= static_cast<Value>(model.readings.all.size())) return;
    model.readings.most_departures = most;
    if (most == 0) return;
    TermPool& pool = l.pool();
    const TermId zero = pool.constant(0);
    const TermId one = pool.constant(1);
    TermId departures = zero;
    std::vector<TermId> few;
    for (const Reading& reading : model.readings.all) {
        const TermId is_first = pool.equal(l.terms.cell(reading.variable, {}), zero);
        departures = pool.make(TermKind::Add, {departures, pool.make(TermKind::Ite, {is_first, zero, one})});
        few.push_back(pool.make(TermKind::LessEqual, {departures, pool.constant(most)}));
    }
    model.readings.few_departures = pool.land(few);
}

void lower_setups(const Lowering& l) {
    for (const typed::Setup& setup : l.program.setups) {
        Position position(l, setup.item->title, setup.item->span);
        position.run_inside(setup.body, Scope{});
        l.model.setups.push_back(position.take());
    }
    if (l.model.setups.empty() && l.program.screens.empty())
        l.model.setups.push_back(Position(l, "start", {}).take());
}

}  // namespace errata::compiler
