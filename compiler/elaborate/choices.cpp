// Choices: what one owner may pick from, several things picked at once, and what is decided unseen.
#include "compiler/elaborate/source_words.h"
#include "compiler/elaborate/statements.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

namespace {

std::vector<std::string> names_in_braces(const std::string& label) {
    std::vector<std::string> names;
    for (std::size_t open = label.find('{'); open != std::string::npos; open = label.find('{', open + 1)) {
        const std::size_t close = label.find('}', open);
        if (close == std::string::npos) break;
        names.push_back(label.substr(open + 1, close - open - 1));
    }
    return names;
}

}  // namespace

// Everything of the point but its options.
std::optional<Point> Statements::choice_point(const ast::Stmt& stmt, const Scope& scope) {
    Point point;
    point.name = scope.place.empty() ? "choice" : scope.place;
    point.control = scope.control;
    point.settled = scope.control;
    point.stage = scope.stage;
    point.live_registers = scope.live;
    point.clause = scope.clause;
    point.span = stmt.span;

    const ast::Expr& owner = stmt.exprs[0];
    if (owner.kind == ast::ExprKind::Name && owner.name == "chance" && !scope.find(owner.name)) {
        point.owner = OwnerKind::Chance;
    } else if (owner.kind == ast::ExprKind::Name && owner.name == "nobody" && !scope.find(owner.name)) {
        point.owner = OwnerKind::Nobody;
    } else {
        point.owner = OwnerKind::Player;
        const auto player = expressions_.player(owner, scope);
        if (!player) return std::nullopt;
        point.player = *player;
    }

    Incident none;
    // In the turn itself nothing is left to do; inside an effect a rule for the empty choice is missing.
    none.code = scope.control ? FindingCode::Deadlock : FindingCode::GapNoOption;
    none.title = (scope.control ? "no way on: " : "no option: ") + point.name;
    none.subject = scope.control
                       ? "Play must go on here, but the player has no option and the game is not over."
                       : "A choice has no option and the rules do not say what happens then.";
    none.clauses = {scope.clause};
    none.span = stmt.span;
    point.no_option = world_.add_incident(std::move(none));
    return point;
}

std::optional<PointOption> Statements::offer(const ast::Option& written, const Scope& scope, Scope& inner) {
    inner = scope;
    PointOption option;
    option.text = written.label;
    option.clause = scope.clause;
    std::vector<TermId> conjuncts;
    bool good = true;
    for (const ast::Binder& binder : written.binders) {
        const TypeId domain = expressions_.domain_of(binder.type, inner);
        if (!domain.is_valid()) {
            good = false;
            continue;
        }
        const std::uint32_t reg = claim_register(inner, binder.name, domain);
        option.binders.push_back({reg, domain, binder.name});
        conjuncts.push_back(expressions_.existing(domain, inner.locals.back().value.term));
    }
    if (!good) return std::nullopt;
    const auto test = expressions_.conditions(written.condition, inner);
    if (option.text.empty()) {
        std::vector<std::string> parts;
        for (const ast::Binder& binder : written.binders) parts.push_back("{" + binder.name + "}");
        option.text = "chooses " + dsl::join(parts, ", ");
    }
    if (!test) return std::nullopt;
    conjuncts.push_back(*test);
    option.guard = world_.model.terms.land(conjuncts);
    show(option, written.span, inner);
    return option;
}

void Statements::show(PointOption& option, dsl::Span span, const Scope& scope) {
    for (const std::string& name : names_in_braces(option.text)) {
        if (std::any_of(option.binders.begin(), option.binders.end(),
                        [&](const BinderRegister& binder) { return binder.name == name; }))
            continue;
        ast::Expr written;
        written.kind = ast::ExprKind::Name;
        written.name = name;
        written.span = narrowed(world_.sources, span, name);
        const bool is_name = dsl::grammar::is_plain_name(name);
        const auto value = is_name ? expressions_.elaborate(written, scope) : std::nullopt;
        if (is_name && !value) continue;
        const TermKind kind = value ? world_.model.terms[value->term].kind : TermKind::Cell;
        if (kind != TermKind::Const && kind != TermKind::Register) {
            world_.error(
                DiagnosticKind::wrong_kind_of_name, written.span, "a label cannot show '{" + name + "}'",
                "it shows what has a name here: what is chosen, a role, a 'let'; write 'let' before the "
                "choice");
            continue;
        }
        option.shown.push_back({name, value->term, world_.kept(value->type)});
    }
}

namespace {

// `option "passes" { nothing }`: how a player may decline.
bool is_pass(const ast::Option& option) {
    const std::string first_word = dsl::lower(option.label.substr(0, option.label.find(' ')));
    const auto is_nothing = [](const ast::Stmt& stmt) { return stmt.kind == StmtKind::Nothing; };
    return option.binders.empty() && (first_word == "passes" || option.label == "pass") &&
           std::ranges::all_of(option.body, is_nothing);
}

}  // namespace

CodeId Statements::choose(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    if (stmt.exprs.size() > 1) return choose_several(stmt, scope, next);
    const auto point = choice_point(stmt, scope);
    if (!point) return next();
    const PointId id = world_.add_point(*point);
    const Continuation after = shared(point->name + ": chosen", next);
    std::vector<PointOption> options;
    for (const ast::Option& written : stmt.options) {
        Scope inner;
        auto option = offer(written, scope, inner);
        const bool has_names = inner.locals.size() == scope.locals.size() + written.binders.size();
        if (!has_names) continue;
        const CodeId body = tail(written.body, inner, after);
        if (!option) continue;
        option->target = world_.add_label(point->name + ": " + option->text, body);
        option->passes = is_pass(written);
        options.push_back(std::move(*option));
    }
    if (!stmt.blocks.empty()) {
        const CodeId body = tail(stmt.blocks[0], scope, after);
        world_.model.points[id.index].otherwise = world_.add_label(point->name + ": otherwise", body);
    }
    world_.model.points[id.index].options = std::move(options);
    return stop(id);
}

// Several things, one pick after the other in the order of the kind (so that each set is picked in one way
// only). When all are picked, the block is carried out for each.
CodeId Statements::choose_several(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const ast::Option& written = stmt.options.front();
    if (written.binders.size() != 1) {
        world_.error(DiagnosticKind::argument_count, stmt.span,
                     "a choice of several goes through one kind of thing",
                     "write one name: choose " + stmt.name + " 2 m: unit with ...");
        return next();
    }
    const auto count = expressions_.as(stmt.exprs[1], scope, world_.number_type);
    const TypeId domain = expressions_.domain_of(written.binders[0].type, scope);
    if (!count || !domain.is_valid()) return next();
    const Type about = world_.type(domain);
    if (about.size() > most_set_elements || about.lo < 0) {
        world_.error(DiagnosticKind::too_large, written.binders[0].span,
                     "several can be chosen among at most " + std::to_string(most_set_elements) + " things");
        return next();
    }
    world_.told_apart.insert(world_.base(domain));  // the block goes through them in their order
    const auto point = choice_point(stmt, scope);
    if (!point) return next();

    Scope inner = scope;
    const std::uint32_t chosen_register =
        claim_register(inner, "(chosen)", world_.set_type(world_.base(domain)));
    const TermId chosen = inner.locals.back().value.term;
    const std::uint32_t wanted_register =
        claim_register(inner, "(wanted)", world_.range_type(0, about.size()));
    const TermId wanted = inner.locals.back().value.term;
    // Candidates, all of them or those behind the ones that are chosen.
    const auto candidates = [&](const Scope& from, std::optional<TermId> behind) -> std::optional<TermId> {
        Scope search = from;
        const std::uint32_t level = search.level;
        const TermId object = expressions_.bind(search, written.binders[0].name, domain);
        const auto test = expressions_.conditions(written.condition, search);
        if (!test) return std::nullopt;
        std::vector<TermId> conjuncts{expressions_.existing(domain, object), *test};
        if (behind) conjuncts.push_back(terms.make(TermKind::Less, {*behind, object}));
        return expressions_.quantified(TermKind::Count, {terms.land(conjuncts)}, level, domain);
    };
    const auto all = candidates(inner, {});
    if (!all) return next();
    const bool exactly = stmt.quantity == ast::Quantity::Exactly;
    const TermId limit = exactly ? *count : terms.make(TermKind::Minimum, {*count, *all});
    const TermId clamped =
        terms.make(TermKind::Maximum,
                   {terms.constant(0), terms.make(TermKind::Minimum, {limit, terms.constant(about.size())})});

    const Continuation carry_out = shared(point->name + ": chosen", [&]() {
        ast::Stmt each;
        each.kind = StmtKind::ForEach;
        each.span = stmt.span;
        each.in_order = true;
        each.binders = written.binders;
        ast::Expr set;
        set.kind = ast::ExprKind::Name;
        set.name = "(chosen)";
        ast::Expr object = set;
        object.name = written.binders[0].name;
        ast::Expr member;
        member.kind = ast::ExprKind::In;
        member.args = {object, set};
        each.exprs = {member};
        each.blocks = {written.body};
        const ast::Stmt& loop = world_.keep(std::move(each));
        if (!has_stop(loop, inner)) return sequence({straight_one(loop, inner), next()});
        return for_each_stopping(loop, inner, next);
    });

    const PointId id = world_.add_point(*point);
    Point& made = world_.model.points[id.index];
    made.live_registers = inner.live;
    Scope picking;
    auto option = offer(written, inner, picking);
    if (!option) return next();
    const TermId object = terms.make_leaf(TermKind::Register, option->binders[0].reg, {}, about);
    // Behind every chosen one: none of the chosen is at its position or later.
    Scope search = picking;
    const std::uint32_t level = search.level;
    const TermId later = expressions_.bind(search, "", domain);
    const TermId none_behind =
        terms.lnot(expressions_.quantified(TermKind::Exists,
                                           {terms.land({terms.make(TermKind::SetHas, {chosen, later}),
                                                        terms.make(TermKind::LessEqual, {object, later})})},
                                           level, domain));
    const auto left = candidates(picking, object);
    if (!left) return next();
    const TermId size = terms.make(TermKind::SetSize, {chosen});
    std::vector<TermId> conjuncts{terms.make(TermKind::Less, {size, wanted}), none_behind, option->guard};
    if (stmt.quantity != ast::Quantity::UpTo) {
        // Enough must be left behind this one.
        conjuncts.push_back(terms.make(
            TermKind::LessEqual,
            {wanted,
             terms.make(TermKind::Add, {size, terms.make(TermKind::Add, {*left, terms.constant(1)})})}));
    }
    option->guard = terms.land(conjuncts);
    const LabelId head = world_.add_label(point->name + ": next", {});
    const CodeId add = set_register(chosen_register, terms.make(TermKind::SetInsert, {chosen, object}));
    option->target = world_.add_label(point->name + ": " + option->text, sequence({add, go(head)}));
    std::vector<PointOption> options{*option};
    if (stmt.quantity == ast::Quantity::UpTo) {
        PointOption enough;
        enough.text = "chooses no more";
        enough.guard = terms.truth(true);
        enough.clause = scope.clause;
        enough.target = world_.add_label(point->name + ": no more", carry_out());
        options.push_back(enough);
    }
    if (!stmt.blocks.empty()) {
        const CodeId body = tail(stmt.blocks[0], scope, shared(point->name + ": otherwise", next));
        world_.model.points[id.index].otherwise = world_.add_label(point->name + ": otherwise", body);
    }
    world_.model.points[id.index].options = std::move(options);
    const TermId complete = terms.make(TermKind::LessEqual, {wanted, size});
    world_.model.labels[head.index].code = if_else(complete, carry_out(), stop(id), scope.clause);
    return sequence(
        {set_register(chosen_register, terms.constant(0)), set_register(wanted_register, clamped), go(head)});
}

// Everybody decides without seeing the others' decisions; then all is carried out, in the order written.
CodeId Statements::secretly(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    struct Decision {
        const ast::Stmt* choice = nullptr;
        std::uint32_t reg = 0;
        TermId taken;               // 0: not yet; k+1: option k
        std::vector<Scope> inside;  // by option
        PointId point;
    };
    Scope inner = scope;
    std::vector<Decision> decisions;
    for (const ast::Stmt& choice : stmt.blocks[0]) {
        if (choice.kind == StmtKind::Error) continue;
        if (choice.kind != StmtKind::Choose || choice.exprs.size() > 1) {
            world_.error(DiagnosticKind::choice_in_simultaneous, choice.span,
                         "only simple choices are made in secret",
                         "write 'choose by ... { option ... }' here, and anything else before or after");
            return next();
        }
        Decision decision;
        decision.choice = &choice;
        decision.reg = claim_register(inner, "(decision)",
                                      world_.range_type(0, static_cast<Value>(choice.options.size())));
        decision.taken = inner.locals.back().value.term;
        auto point = choice_point(choice, inner);
        if (!point) return next();
        point->unseen = true;
        decision.point = world_.add_point(*point);
        decisions.push_back(std::move(decision));
        // The binders of all options stay until the reveal.
        Decision& made = decisions.back();
        Scope after = inner;
        for (const ast::Option& written : choice.options) {
            Scope picking;
            Scope from = inner;
            from.live = after.live;
            from.next_register = after.next_register;
            auto option = offer(written, from, picking);
            if (!option) return next();
            made.inside.push_back(picking);
            after.live = picking.live;
            after.next_register = picking.next_register;
            world_.model.points[made.point.index].options.push_back(std::move(*option));
        }
        inner.live = after.live;
        inner.next_register = after.next_register;
    }
    // Carry out the i-th decision and those behind it.
    const std::function<CodeId(std::size_t)> reveal = [&](std::size_t i) -> CodeId {
        if (i == decisions.size()) return next();
        const Decision& decision = decisions[i];
        const Continuation rest = shared(scope.place + ": revealed", [&, i]() { return reveal(i + 1); });
        CodeId code = rest();
        for (std::size_t k = decision.choice->options.size(); k-- > 0;) {
            Scope inside = decision.inside[k];
            inside.live = inner.live;
            inside.next_register = inner.next_register;
            const CodeId body = tail(decision.choice->options[k].body, inside, rest);
            const TermId is_this = terms.equal(decision.taken, terms.constant(static_cast<Value>(k) + 1));
            code = if_else(is_this, body, code, scope.clause);
        }
        return code;
    };
    const LabelId revealed = world_.add_label(scope.place + ": reveal", reveal(0));
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const Decision& decision = decisions[i];
        Point& point = world_.model.points[decision.point.index];
        for (std::size_t k = 0; k < point.options.size(); ++k) {
            const CodeId decide = set_register(decision.reg, terms.constant(static_cast<Value>(k) + 1));
            const CodeId on = i + 1 < decisions.size() ? stop(decisions[i + 1].point) : go(revealed);
            point.options[k].target = world_.add_label(point.name + ": decides", sequence({decide, on}));
        }
        if (!decision.choice->blocks.empty()) {
            // Nothing to decide: the block is carried out at the reveal.
            const CodeId on = i + 1 < decisions.size() ? stop(decisions[i + 1].point) : go(revealed);
            point.otherwise = world_.add_label(point.name + ": otherwise", on);
        }
    }
    world_.model.hidden_information = true;
    return decisions.empty() ? next() : stop(decisions.front().point);
}

}  // namespace errata::compiler
