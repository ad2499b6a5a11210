// Joins the results of obligations and holds the findings against what the spec expects and accepts.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "checker/claims/asked_about.h"
#include "checker/claims/claims.h"
#include "checker/driver/acceptances.h"
#include "checker/driver/driver.h"
#include "checker/driver/verdicts.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

using compiler::Expectation;
using compiler::Model;

std::size_t length(const Finding& finding) {
    return finding.witness ? finding.witness->steps.size() : std::size_t{0};
}

// How many could still end it: the fewer, the graver. Where it is not decided, nobody is not said.
std::size_t helpers(const std::optional<LoopFacts>& loop) {
    if (!loop) return 0;
    return !loop->undecided ? loop->can_break.size() : std::max(loop->can_break.size(), std::size_t{1});
}

// The printed items on the table of the screen where it was found, increasing, each as often as it lies
// there; elsewhere none.
std::vector<compiler::Value> items_laid_out(const Model& model, const Finding& finding) {
    std::vector<compiler::Value> items;
    if (!finding.witness || finding.witness->setup >= model.setups.size()) return items;
    const std::optional<compiler::Screening>& screening = model.setups[finding.witness->setup].screening;
    if (!screening) return items;
    for (const std::size_t holder : screening->holders) items.push_back(finding.witness->initial[holder]);
    std::ranges::sort(items);
    return items;
}

// The order of the report, and of two findings with one fingerprint: the first stays.
void sort(const Model& model, std::vector<Finding>& findings) {
    std::vector<std::pair<std::string, Finding>> by_question;
    by_question.reserve(findings.size());
    for (Finding& finding : findings) {
        std::string question = question_key(model, finding);
        by_question.emplace_back(std::move(question), std::move(finding));
    }
    const auto rank = [&](const std::pair<std::string, Finding>& keyed) {
        const auto& [question, finding] = keyed;
        return std::tuple(finding.severity, code_name(finding.code), std::string_view(question),
                          std::string_view(finding.fingerprint), finding.status, !finding.witness,
                          items_laid_out(model, finding).size(), helpers(finding.loop), length(finding),
                          print(finding.obligation));
    };
    std::ranges::sort(by_question, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    findings.clear();
    for (auto& [question, finding] : by_question) findings.push_back(std::move(finding));
}

std::size_t open_sets(const Screened& screened) {
    std::size_t open = 0;
    for (const SetsOfSize& total : screened.totals) open += total.open;
    return open;
}

bool is_on_a_screen(const Model& model, const Finding& finding) {
    return !items_laid_out(model, finding).empty();
}

Situation situation_of(const Finding& finding) {
    Situation situation{finding.witness->setup, length(finding), std::nullopt};
    if (!finding.loop) return situation;
    LoopFacts& facts = situation.loop.emplace();
    facts.stage = finding.loop->stage;
    facts.can_keep_going = finding.loop->can_keep_going;
    facts.can_break = finding.loop->can_break;
    facts.undecided = finding.loop->undecided;
    return situation;
}

// Of each setup but that of the finding the gravest.
void add_situation(Finding& finding, Situation situation) {
    if (finding.witness && finding.witness->setup == situation.setup) return;
    const auto rank = [](const Situation& one) { return std::tuple(helpers(one.loop), one.steps); };
    const auto place = std::ranges::lower_bound(finding.elsewhere, situation.setup, {}, &Situation::setup);
    if (place == finding.elsewhere.end() || place->setup != situation.setup)
        finding.elsewhere.insert(place, std::move(situation));
    else if (rank(situation) < rank(*place))
        *place = std::move(situation);
}

// Of those with one fingerprint the first stays, and knows where the others are.
void fold_findings(const Model& model, std::vector<Finding>& findings) {
    std::map<std::string, std::size_t> first;
    std::vector<Finding> kept;
    for (Finding& finding : findings) {
        const auto [known, is_first] = first.try_emplace(finding.fingerprint, kept.size());
        if (is_first) {
            kept.push_back(std::move(finding));
            continue;
        }
        Finding& shown = kept[known->second];
        if (finding.status != shown.status) continue;
        for (Situation& situation : finding.elsewhere) add_situation(shown, std::move(situation));
        const bool is_of_setup = finding.witness && finding.witness->setup < model.setups.size();
        if (is_of_setup && !is_on_a_screen(model, finding)) add_situation(shown, situation_of(finding));
    }
    findings = std::move(kept);
}

bool contains(const std::string& text, const std::string& word) {
    return dsl::lower(text).find(dsl::lower(word)) != std::string::npos;
}

bool meets(const Model& model, const Finding& finding, const Expectation& expectation) {
    if (code_name(finding.code) != expectation.code) return false;
    if (!expectation.status.empty() && expectation.status != word(finding.status)) return false;
    const auto is_called_so = [&](const std::string& name) { return contains(name, expectation.about); };
    if (expectation.about.empty() || std::ranges::any_of(names_in(model, finding.about), is_called_so))
        return true;
    const auto is_it = [&](const compiler::ClauseId clause) {
        return contains(model.clause(clause).name, expectation.about) ||
               contains(model.clause(clause).text, expectation.about);
    };
    return std::ranges::any_of(finding.clauses, is_it) ||
           std::ranges::any_of(who_speaks(model, finding), is_it);
}

// Could this run have found what is expected? A run restricted to some codes says nothing about the others.
bool is_looked_for(const Expectation& expectation, const CheckOptions& options) {
    if (!options.obligations.empty() || options.screens_only) return false;
    if (options.scenarios_only && expectation.code != code_name(FindingCode::ContradictionScenario) &&
        expectation.code != code_name(FindingCode::ContradictionRuling)) {
        return false;
    }
    return compiler::selects(options.only_codes, expectation.code);
}

void hold_against_expectations(const Model& model, const CheckOptions& options, CheckResult& result) {
    result.has_expectations = !model.asked.expectations.empty();
    for (const Expectation& expectation : model.asked.expectations) {
        bool met = false;
        for (Finding& finding : result.findings) {
            if (!meets(model, finding, expectation)) continue;
            finding.expected = true;
            met = true;
        }
        if (met || result.stopped || !is_looked_for(expectation, options)) continue;
        std::string text = expectation.code;
        if (!expectation.status.empty()) text += " " + expectation.status;
        if (!expectation.about.empty()) text += " about \"" + expectation.about + "\"";
        result.missing.push_back(text);
    }
}

// Nobody is free of what was found, whichever question found it.
void hold_against_findings(const Model& model, CheckResult& result) {
    for (const Finding& finding : result.findings) {
        if (finding.status == Status::Unconfirmed) continue;
        for (Verdict& verdict : result.verdicts) {
            if (verdict.status == Status::Refuted || verdict.about != claim_of_none(finding.code)) continue;
            if (verdict.obligation.place != finding.obligation.place) continue;
            verdict.status = Status::Refuted;
            verdict.rechecked = finding.witness ? Recheck::Replayed : Recheck::Nobody;
            verdict.is_open = false;
            verdict.facts = {{FactKind::FoundBy,
                              {std::string(word(finding.obligation.analysis)), headline(model, finding)}}};
        }
    }
}

// Nor of what a claim's breach would be, where the claim is not decided.
void hold_against_claims(const Model& model, CheckResult& result) {
    const std::vector<Verdict> claimed = result.verdicts;
    const ClaimTable claims(model);
    for (const compiler::Claim& claim : model.asked.claims) {
        const ClaimId declared = claims.standing_for(id_of(model, claim));
        for (const Verdict& of_claim : claimed) {
            const bool is_open = of_claim.status == Status::Unknown || of_claim.status == Status::Bounded;
            if (!is_open || of_claim.about != declared) continue;
            for (Verdict& verdict : result.verdicts) {
                const bool holds = verdict.status == Status::Proved || verdict.status == Status::Complete;
                if (!holds || verdict.about != claim_of_none(code_of(claim)) ||
                    verdict.obligation.place != of_claim.obligation.place)
                    continue;
                verdict.status = of_claim.status;
                verdict.rechecked = of_claim.rechecked;
                verdict.is_open = of_claim.is_open;
                verdict.limit = of_claim.limit;
                verdict.facts = {{FactKind::OfClaim, {of_claim.claim, of_claim.facts}}};
            }
        }
    }
}

// A loop that nobody can leave is one whether play runs into it by force or not; and what a larger set makes
// grow with it goes round in it.
bool is_of_one_kind(FindingCode smaller, FindingCode larger) {
    return smaller == larger ||
           (is_forced(smaller) && (is_forced(larger) || larger == FindingCode::LoopGrowing));
}

bool holds_clauses(const Finding& larger, const Finding& smaller) {
    const auto is_in_larger = [&](const compiler::ClauseId clause) {
        return std::ranges::find(larger.clauses, clause) != larger.clauses.end();
    };
    return larger.clauses.size() > smaller.clauses.size() && !smaller.clauses.empty() &&
           std::ranges::all_of(smaller.clauses, is_in_larger);
}

// What a set of clauses shows on a screen is not shown again of one that holds them all and more: there the
// further items only bring it about. But it must be there on the same table: two copies of a card show
// nothing about a table with one.
void drop_what_fewer_clauses_show(const Model& model, std::vector<Finding>& findings) {
    std::vector<bool> is_shown(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        is_shown[i] =
            is_on_a_screen(model, findings[i]) && std::ranges::any_of(findings, [&](const Finding& other) {
                return is_on_a_screen(model, other) && is_of_one_kind(other.code, findings[i].code) &&
                       other.status == findings[i].status && holds_clauses(findings[i], other) &&
                       std::ranges::includes(items_laid_out(model, findings[i]),
                                             items_laid_out(model, other));
            });
    }
    std::size_t next = 0;
    std::erase_if(findings, [&](const Finding&) { return is_shown[next++]; });
}

// Where what a claim awaits can be kept away, that says more than that it never comes.
void drop_what_is_kept_away(std::vector<Finding>& findings) {
    std::erase_if(findings, [&](const Finding& vacuous) {
        return vacuous.code == FindingCode::Vacuous && !vacuous.clauses.empty() &&
               std::ranges::any_of(findings, [&](const Finding& other) {
                   return other.code == FindingCode::LoopWait &&
                          std::ranges::find(other.clauses, vacuous.clauses.front()) != other.clauses.end();
               });
    });
}

}  // namespace

CheckResult merge(const Model& model, std::vector<CheckResult> results, const CheckOptions& options) {
    CheckResult merged;
    for (CheckResult& result : results) {
        std::ranges::move(result.verdicts, std::back_inserter(merged.verdicts));
        std::ranges::move(result.findings, std::back_inserter(merged.findings));
        std::ranges::move(result.not_analysed, std::back_inserter(merged.not_analysed));
        for (const auto& [statistic, amount] : result.stats) {
            double& all = merged.stats[statistic];
            all = joined(statistic, all, amount);
        }
        merged.stopped = merged.stopped || result.stopped;
        const bool knows_more = result.screened && (!merged.screened || open_sets(*result.screened) <
                                                                            open_sets(*merged.screened));
        if (knows_more) merged.screened = std::move(result.screened);
    }
    sort(model, merged.findings);
    // What play comes to need not be said of a board that it may not come to.
    std::set<std::string> shown;
    for (const Finding& finding : merged.findings) {
        if (finding.status != Status::Unconfirmed) shown.insert(question_key(model, finding));
    }
    std::erase_if(merged.findings, [&](const Finding& finding) {
        return finding.status == Status::Unconfirmed && shown.contains(question_key(model, finding));
    });
    fold_findings(model, merged.findings);
    drop_what_is_kept_away(merged.findings);
    drop_what_fewer_clauses_show(model, merged.findings);
    std::sort(merged.not_analysed.begin(), merged.not_analysed.end());
    merged.not_analysed.erase(std::unique(merged.not_analysed.begin(), merged.not_analysed.end()),
                              merged.not_analysed.end());
    merged.verdicts = fold_verdicts(model, std::move(merged.verdicts));
    hold_against_findings(model, merged);
    hold_against_claims(model, merged);
    merged.inconclusive = std::ranges::any_of(merged.verdicts, &Verdict::is_open);
    hold_against_expectations(model, options, merged);
    hold_against_acceptances(model.asked.acceptances, model, options, merged);
    return merged;
}

CheckResult held_again(const Model& model, CheckResult result, const CheckOptions& options) {
    hold_against_expectations(model, options, result);
    hold_against_acceptances(model.asked.acceptances, model, options, result);
    return result;
}

}  // namespace errata::checker
