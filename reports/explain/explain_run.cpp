// The whole report of a run: its verdicts, its findings and what the spec consists of.
#include <algorithm>
#include <set>
#include <utility>

#include "checker/claim_id.h"
#include "checker/fact_kinds.h"
#include "checker/obligation.h"
#include "reports/explain/acceptance.h"
#include "reports/explain/explain.h"
#include "reports/words/facts.h"

namespace errata::reports {

using compiler::Model;
using dsl::SourceSet;

namespace {

// The setup that an obligation is about; empty: a scenario, or all setups together.
std::string setup_at(const Model& model, const std::string& place) {
    const auto is_it = [&](const compiler::Setup& setup) {
        return checker::place_named(setup.name) == place;
    };
    const auto setup = std::ranges::find_if(model.setups, is_it);
    return place.empty() || setup == model.setups.end() ? "" : setup->name;
}

// What a reading says in one of its alternatives: "The clock (runs)".
bool is_alternative(const Model& model, const compiler::Clause& clause) {
    return std::ranges::any_of(model.readings.all, [&](const compiler::Reading& reading) {
        return clause.name.starts_with(model.clause(reading.clause).name + " (");
    });
}

// Each once, however many clauses it has.
void add_items(const Model& model, std::vector<ItemLine>& items) {
    std::set<ItemLine> known(items.begin(), items.end());
    for (const compiler::Clause& clause : model.clauses) {
        using enum compiler::ClauseKind;
        const bool may_be_printed = clause.kind == Printed || clause.kind == Rule;
        if (!may_be_printed || clause.is_of_library || is_alternative(model, clause)) continue;
        ItemLine item{std::string(compiler::kind_word(clause)), clause.name};
        if (known.insert(item).second) items.push_back(std::move(item));
    }
}

// Adds the scenarios, claims, readings and assumptions of the spec.
void add_questions(const Model& model, const SourceSet& sources, std::size_t game,
                   const checker::ClaimTable& claims, Report& report) {
    const auto add = [&](AskedSort sort, compiler::ClauseId clause, checker::ClaimId claim) {
        const ClaimRef about{game, claims.standing_for(claim)};
        const bool is_known =
            std::ranges::find(report.asked, about, &AskedLines::claim) != report.asked.end();
        if (!model.clause(clause).is_of_library && !is_known)
            report.asked.push_back({sort, explain(model, sources, clause), about});
    };
    for (std::size_t i = 0; i < model.asked.scenarios.size(); ++i)
        add(AskedSort::Scenario, model.asked.scenarios[i].clause, {checker::ClaimSort::Scenario, i});
    if (game > 0) return;  // a scenario with pools of its own: the game has its claims
    for (std::size_t i = 0; i < model.asked.claims.size(); ++i)
        add(AskedSort::Claim, model.asked.claims[i].clause, {checker::ClaimSort::Declared, i});
    for (const compiler::Reading& reading : model.readings.all) {
        if (!reading.of_text) report.readings.push_back(explain(model, sources, reading.clause));
    }
    for (const compiler::Assumption& one : model.assumptions) {
        if (!one.is_denied) report.assumptions.push_back({one.name, one.text, one.rows});
    }
}

}  // namespace

Report explain(const std::vector<Checked>& checked, const SourceSet& sources, const dsl::Sink& sink,
               const std::string& spec, std::optional<dsl::Date> today, Language language) {
    Report report;
    report.spec = spec;
    report.language = language;
    report.diagnostics = lines(sink, sources);
    report.checked = true;
    report.title = checked[0].model->title;
    for (const auto& [name, value] : checked[0].model->scope.sizes) report.scope[name] = value;
    report.has_expectations = checked[0].result->has_expectations;
    for (const compiler::Setup& setup : checked[0].model->setups) {
        if (!setup.screening) report.setups.push_back(setup.name);
    }
    std::set<checker::Fact> not_analysed;
    for (std::size_t game = 0; game < checked.size(); ++game) {
        const auto& [model, result] = checked[game];
        const checker::ClaimTable claims(*model);
        add_items(*model, report.items);
        add_questions(*model, sources, game, claims, report);
        for (const checker::Verdict& verdict : result->verdicts) {
            report.verdicts.push_back({verdict.claim, verdict.status, verdict.facts,
                                       checker::topic_of(verdict.about, verdict.claim), verdict.is_open,
                                       verdict.is_open ? verdict.limit : checker::Facts{}, verdict.excludes,
                                       setup_at(*model, verdict.obligation.place), verdict.rechecked,
                                       ClaimRef{game, verdict.about}});
            if (verdict.about.sort == checker::ClaimSort::Item)
                report.verdicts.back().item = model->printed_items[verdict.about.number].name;
        }
        for (const checker::Finding& finding : result->findings) {
            report.findings.push_back(explain(*model, sources, finding, language));
            for (const checker::ClaimId claim : checker::claims_against(*model, finding))
                report.findings.back().against.push_back({game, claims.standing_for(claim)});
            explain_acceptance(*checked[0].model, sources, finding, today, report.findings.back());
        }
        report.missing.insert(report.missing.end(), result->missing.begin(), result->missing.end());
        not_analysed.insert(result->not_analysed.begin(), result->not_analysed.end());
        for (const auto& [statistic, value] : result->stats) {
            if (checker::joining(statistic) == checker::Joining::Time) continue;
            double& total = report.stats[std::string(checker::word(statistic))];
            total = checker::joined(statistic, total, value);
        }
        if (result->screened) report.screened = result->screened;
        for (const std::string& what : model->asked.not_analysed)
            not_analysed.insert({checker::FactKind::NotLookedFor, {what}});
        report.inconclusive = report.inconclusive || result->inconclusive;
        report.stopped = report.stopped || result->stopped;
    }
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const FindingLines& a, const FindingLines& b) { return a.severity < b.severity; });
    for (const checker::Fact& fact : not_analysed) report.not_analysed.push_back(said(fact, language));
    return report;
}

Report explain_errors(const SourceSet& sources, const dsl::Sink& sink, const std::string& spec) {
    Report report;
    report.spec = spec;
    report.diagnostics = lines(sink, sources);
    return report;
}

}  // namespace errata::reports
