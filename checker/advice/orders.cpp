#include "checker/advice/orders.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "checker/plays/describe.h"
#include "dsl/ast/fields.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

namespace ast = dsl::ast;

std::vector<std::string> who_may_order(const compiler::Model& model) {
    std::vector<std::string> names;
    for (const compiler::Variable& variable : model.variables) {
        if (variable.params.empty() && variable.type == model.player_type && !variable.is_kept)
            names.push_back(spelled(variable.name));
    }
    return names;
}

namespace {

constexpr std::ptrdiff_t most_orders = 3;
constexpr std::size_t most_choosers = 2;

// Whoever owns what the event is about, or whoever a variable of the game names.
std::vector<Remedy> order_of_replacements(const Around& around) {
    std::set<std::string> fields;
    for (const compiler::Variable& variable : around.model.variables) {
        const bool is_owner =
            variable.is_field && variable.params.size() == 1 && variable.type == around.model.player_type;
        if (is_owner) fields.insert(variable.name.substr(variable.name.find('.') + 1));
    }
    std::vector<std::string> orderers =
        dsl::mapped(fields, [](const std::string& field) { return "affected." + spelled(field); });
    std::ranges::copy(who_may_order(around.model), std::back_inserter(orderers));
    std::vector<Remedy> remedies = with_meta(
        around, dsl::mapped(orderers, [](const std::string& name) { return "replacement_order: " + name; }));
    for (Remedy& remedy : remedies) remedy.may_not_fit = true;
    if (remedies.size() > most_orders) remedies.erase(remedies.begin() + most_orders, remedies.end());
    return remedies;
}

// Copies in which the first statement that lies in one of these places is changed, in the text of an action
// that does nothing else as the sample is written; none where no statement is of the kind.
using IsIt = std::function<bool(const ast::Stmt&)>;
using Change = std::function<void(ast::Stmt& stmt, const ast::Stmt& sample)>;
std::vector<Remedy> with_statement(const Around& around, const std::string& words, const std::string& sample,
                                   const IsIt& is_it, const Change& change) {
    const auto parsed_sample = parsed(around.session, "action x() { " + sample + " }\n");
    if (!parsed_sample) return {};
    for (const dsl::Span within : places_of_choice(around)) {
        Remedy remedy{"", around.session.modules, true};
        ast::walk(remedy.modules, [&](ast::Stmt& stmt) {
            if (!remedy.words.empty() || !lies_in(stmt.span, within) || !is_it(stmt)) return;
            change(stmt, parsed_sample->items.at(0).body.at(0));
            remedy.words = "`" + words + "` in " + line_of(around, stmt.span);
        });
        if (!remedy.words.empty()) return {std::move(remedy)};
    }
    return {};
}

// Whoever a variable of the game names, or else the players.
std::vector<std::string> who_is_there(const compiler::Model& model) {
    std::vector<std::string> names = who_may_order(model);
    if (!names.empty()) return names;
    return dsl::mapped(players(model),
                       [&](compiler::Value player) { return spelled(player_name(model, player)); });
}

// Who could be asked: the owner of what the ability stands on, whoever a variable of the game names, the
// first player.
std::vector<std::string> who_could_choose(const Around& around) {
    std::vector<std::string> names = who_is_there(around.model);
    names.insert(names.begin(), "this.owner");
    if (names.size() > most_choosers) names.resize(most_choosers);
    return names;
}

// `by P` in the place of `by nobody`.
std::vector<Remedy> somebody_chooses(const Around& around) {
    std::vector<Remedy> remedies;
    const auto is_nobodys = [](const ast::Stmt& stmt) {
        return stmt.kind == ast::StmtKind::Choose && !stmt.exprs.empty() && stmt.exprs[0].name == "nobody";
    };
    for (const std::string& name : who_could_choose(around)) {
        const auto by_them = [](ast::Stmt& stmt, const ast::Stmt& sample) {
            stmt.exprs[0] = sample.exprs.at(0);
        };
        std::ranges::move(
            with_statement(around, "by " + name, "choose by " + name + " { option \"a\" { nothing } }",
                           is_nobodys, by_them),
            std::back_inserter(remedies));
    }
    return remedies;
}

// The kinds of the objects that are put in order.
std::vector<std::string> kinds_in_order(const Around& around) {
    const About& about = around.finding.about;
    if (about.sort != AboutSort::Point) return names_in(around.model, about);
    const compiler::Point& point = around.model.flow.points[about.number];
    const auto reg = std::ranges::find(point.live_registers, point.to_come, &compiler::BinderRegister::reg);
    if (reg == point.live_registers.end()) return {};
    const compiler::Type& left = around.model.type(reg->type);
    return {around.model.type(left.element.is_valid() ? left.element : reg->type).name};
}

// An order by a number, in which somebody decides between equals.
std::vector<Remedy> ties_by_somebody(const Around& around, const std::vector<std::string>& kinds) {
    const auto has_ties = [&](const ast::Stmt& stmt) {
        const bool is_by_value =
            stmt.order == ast::LoopOrder::Rising || stmt.order == ast::LoopOrder::Falling;
        return stmt.kind == ast::StmtKind::ForEach && is_by_value && stmt.exprs.size() == 2 &&
               std::ranges::find(kinds, stmt.binders.at(0).type.name) != kinds.end();
    };
    const auto by_them = [](ast::Stmt& stmt, const ast::Stmt& sample) {
        stmt.exprs.push_back(sample.exprs.back());
    };
    std::vector<Remedy> remedies;
    for (const std::string& name : who_could_choose(around)) {
        const std::string words = "ties by " + name;
        std::ranges::move(with_statement(around, words, "for each x: t in order of 1, " + words + " { }",
                                         has_ties, by_them),
                          std::back_inserter(remedies));
    }
    return remedies;
}

// A loop goes in an order that the game has, or that somebody chooses.
std::vector<Remedy> loop_in_order(const Around& around) {
    const std::vector<std::string> kinds = kinds_in_order(around);
    if (std::vector<Remedy> ties = ties_by_somebody(around, kinds); !ties.empty()) return ties;
    const auto is_unordered = [&](const ast::Stmt& stmt) {
        return stmt.kind == ast::StmtKind::ForEach && stmt.order == ast::LoopOrder::Unstated &&
               std::ranges::find(kinds, stmt.binders.at(0).type.name) != kinds.end();
    };
    const auto in_order = [](ast::Stmt& stmt, const ast::Stmt& sample) { stmt.order = sample.order; };
    std::vector<Remedy> remedies =
        with_statement(around, "in order", "for each x: t in order { }", is_unordered, in_order);
    for (const std::string& name : who_could_choose(around)) {
        const auto as_chosen = [](ast::Stmt& stmt, const ast::Stmt& sample) {
            stmt.order = sample.order;
            stmt.exprs.resize(1, sample.exprs.at(0));
            stmt.exprs.push_back(sample.exprs.at(1));
        };
        const std::string words = "in an order chosen by " + name;
        std::ranges::move(
            with_statement(around, words, "for each x: t " + words + " { }", is_unordered, as_chosen),
            std::back_inserter(remedies));
    }
    return remedies;
}

// The order in which the choices are written decides.
std::vector<Remedy> secretly_in_order(const Around& around) {
    const auto is_unordered = [](const ast::Stmt& stmt) {
        return stmt.kind == ast::StmtKind::Secretly && stmt.order == ast::LoopOrder::Unstated;
    };
    return with_statement(around, "secretly in order", "secretly in order { }", is_unordered,
                          [](ast::Stmt& stmt, const ast::Stmt& sample) { stmt.order = sample.order; });
}

}  // namespace

std::vector<Remedy> owner_of_order(const Around& around) {
    if (around.finding.order == compiler::OrderKind::Replacements) return order_of_replacements(around);
    if (std::vector<Remedy> stated = settings(around); !stated.empty()) return stated;
    using enum compiler::OrderKind;
    if (around.finding.order == Choice) return somebody_chooses(around);
    if (around.finding.order == Objects) return loop_in_order(around);
    if (around.finding.order == Decisions) return secretly_in_order(around);
    if (around.finding.order != Triggers) return {};
    const std::vector<std::string> names = who_is_there(around.model);
    if (names.empty()) return {};
    return with_meta(around, {"trigger_order: " + names.front()});
}

}  // namespace errata::checker
