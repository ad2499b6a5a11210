#include "checker/coverage/judgement.h"

#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"

namespace errata::checker {

using compiler::Claim;
using compiler::ClaimKind;
using dsl::ast::ExprKind;
using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

bool is_of(const Claim& claim, const Item& item) { return claim.span == item.span; }

Judgement of_scenario(const Item& item, const std::optional<ScenarioPlay>& play) {
    const bool states_something = std::ranges::any_of(
        item.body, [](const dsl::ast::Stmt& stmt) { return stmt.kind == dsl::ast::StmtKind::Then; });
    if (!states_something) return {false, "", {{FactKind::StatesNothing}}};
    if (!play || play->end == PlayEnd::Undecided)
        return {false, "", {{FactKind::Undecided, {play ? play->reason : Facts{}}}}};
    if (play->end == PlayEnd::Held) return {true, "holds"};
    return {true, "fails", {{FactKind::AtStep, {play->step, play->reason}}}};
}

// The analyses that give these claims their verdicts.
std::vector<AnalysisName> analyses_for(const compiler::Model& model, const std::vector<const Item*>& items) {
    std::set<AnalysisName> names;
    for (const Claim& claim : model.asked.claims) {
        if (std::ranges::none_of(items, [&](const Item* item) { return is_of(claim, *item); })) continue;
        if (claim.kind == ClaimKind::Eventually)
            names.insert(AnalysisName::Waits);
        else if (claim.kind == ClaimKind::Reachable)
            names.insert(AnalysisName::Unreachable);
        else
            names.insert(claim.ruling ? AnalysisName::Rulings : AnalysisName::Claims);
    }
    return {names.begin(), names.end()};
}

CheckResult check_claims(const compiler::Model& model, const std::vector<const Item*>& items,
                         CheckOptions options) {
    options.only_analyses = analyses_for(model, items);
    options.only_codes = codes_of_claims();
    return options.only_analyses.empty() ? CheckResult() : check(model, options);
}

// Of the parts of a claim and of several setups the gravest verdict; not decided only if it is decided
// nowhere.
int gravity(Status status) {
    switch (status) {
        case Status::Refuted:
            return 5;
        case Status::Bounded:
            return 4;
        case Status::Unconfirmed:
            return 3;
        case Status::Complete:
            return 2;
        case Status::Proved:
            return 1;
        case Status::Unknown:
            return 0;
    }
    return 0;
}

struct Told {
    Judgement judgement{false, "", {{FactKind::NothingAsked}}};
    bool refuted = false;
    bool vacuous = false;
};

Told told_of(const compiler::Model& model, const ClaimTable& claims, const CheckResult& result,
             const Item& item) {
    const Verdict* gravest = nullptr;
    bool at_work = false;
    for (const Claim& claim : model.asked.claims) {
        if (!is_of(claim, item)) continue;
        const ClaimId declared = claims.standing_for(id_of(model, claim));
        for (const Verdict& verdict : result.verdicts) {
            if (verdict.about != declared) continue;
            at_work = at_work || !verdict.vacuous;
            if (!gravest || gravity(verdict.status) > gravity(gravest->status)) gravest = &verdict;
        }
    }
    Told told;
    if (!gravest) return told;
    told.vacuous = !at_work;
    told.refuted = gravest->status == Status::Refuted;
    told.judgement.decides = gravest->status != Status::Unknown;
    told.judgement.verdict = told.judgement.decides ? std::string(word(gravest->status)) : "";
    told.judgement.facts = gravest->facts;
    if (!told.judgement.decides) told.judgement.facts = {{FactKind::Undecided, {gravest->facts}}};
    return told;
}

// The claim so changed that it fails wherever it comes to bear; nothing if it always does, or if its verdict
// tells already.
std::optional<Item> probe_of(const Item& item) {
    Item probe = item;
    const auto deny = [](dsl::ast::Expr& expr) {
        const dsl::Span span = expr.span;
        expr = {};
        expr.kind = ExprKind::Bool;
        expr.span = span;
    };
    if (item.kind == ItemKind::Ruling) {  // after an action, or when something is so
        if (item.name.empty() && item.exprs.size() < 2) return std::nullopt;
        deny(probe.exprs[0]);
        return probe;
    }
    if (item.kind == ItemKind::Check) {
        if (item.sort.check != dsl::ast::CheckMode::Always || item.exprs[0].kind != ExprKind::Implies)
            return std::nullopt;
        deny(probe.exprs[0].args[1]);
        return probe;
    }
    if (item.kind == ItemKind::Partition) {
        for (std::size_t i = 1; i < probe.exprs.size(); ++i) deny(probe.exprs[i]);
        return probe;
    }
    return std::nullopt;
}

// Which claims come to bear in some play: of a scenario, or of a search.
class Probes {
public:
    Probes(const Subject& subject, const CheckOptions& options)
        : subject_(subject), options_(options), modules_(subject.modules) {}

    void add(const Construct& construct, Item probe) {
        Item& place = modules_[construct.module].items[construct.citation.item];
        place = std::move(probe);
        open_.push_back(&place);
    }

    // The places of the claims that come to bear.
    std::set<dsl::Span> run() {
        Worlds worlds(subject_, modules_);
        const compiler::Model* game = worlds.game();
        if (!game || open_.empty()) return {};
        for (const Item* scenario : scenarios_of(modules_)) {
            if (const compiler::Model* model = worlds.of(*scenario)) follow(*model, *scenario);
        }
        std::erase_if(open_, [&](const Item* item) { return met_.contains(item->span); });
        const CheckResult result = check_claims(*game, open_, options_);
        const ClaimTable claims(*game);
        for (const Item* item : open_) {
            if (told_of(*game, claims, result, *item).refuted) met_.insert(item->span);
        }
        return met_;
    }

private:
    void follow(const compiler::Model& model, const Item& scenario) {
        const compiler::Evaluator evaluator(model);
        const std::optional<ScenarioPlay> played = play(model, scenario, [&](const compiler::State& state) {
            for (const Claim& claim : model.asked.claims) {
                const bool of_states = claim.kind == ClaimKind::Always || claim.kind == ClaimKind::Never;
                if (of_states && is_open(claim.span) && breach(evaluator, claim, state))
                    met_.insert(claim.span);
            }
        });
        if (!played) return;
        for (const compiler::Incident& incident : model.incidents.all) {
            if (is_open(incident.span) && played->incidents.contains(label_of(model, incident)))
                met_.insert(incident.span);
        }
    }

    bool is_open(dsl::Span span) const {
        return std::ranges::any_of(open_, [&](const Item* item) { return item->span == span; });
    }

    const Subject& subject_;
    const CheckOptions& options_;
    Modules modules_;
    std::vector<const Item*> open_;
    std::set<dsl::Span> met_;
};

}  // namespace

std::vector<Judgement> judge_claims(const Subject& subject, const Mutations& mutations,
                                    const std::vector<const Construct*>& claims,
                                    const CheckOptions& options) {
    const std::vector<const Item*> scenarios = scenarios_of(subject.modules);
    std::vector<Judgement> result(claims.size());
    std::vector<const Item*> items;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Item& item = item_of(subject.modules, *claims[i]);
        if (item.kind == ItemKind::Scenario) {
            const auto index = std::ranges::find(scenarios, &item) - scenarios.begin();
            result[i] = of_scenario(item, mutations.plays()[static_cast<std::size_t>(index)]);
        } else {
            items.push_back(&item);
        }
    }
    if (items.empty()) return result;
    Worlds worlds(subject, subject.modules);
    const compiler::Model& game = *worlds.game();
    const CheckResult checked = check_claims(game, items, options);
    const ClaimTable known(game);
    Probes probes(subject, options);
    std::vector<std::size_t> in_doubt;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Item& item = item_of(subject.modules, *claims[i]);
        if (item.kind == ItemKind::Scenario) continue;
        const Told told = told_of(game, known, checked, item);
        result[i] = told.judgement;
        if (told.refuted || !told.judgement.decides) continue;
        if (std::optional<Item> probe = probe_of(item)) {
            probes.add(*claims[i], std::move(*probe));
            in_doubt.push_back(i);
        } else if (told.vacuous) {
            result[i] = {false, "", told.judgement.facts};
        }
    }
    const std::set<dsl::Span> at_work = probes.run();
    for (const std::size_t i : in_doubt) {
        if (!at_work.contains(item_of(subject.modules, *claims[i]).span))
            result[i] = {false, "", {{FactKind::IsVacuous, {Fact{FactKind::OccursInNoPlay}}}}};
    }
    return result;
}

}  // namespace errata::checker
