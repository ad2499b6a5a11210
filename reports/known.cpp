#include "reports/known.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reports/never_acted.h"
#include "reports/report.h"

namespace errata::reports {

using checker::Status;

namespace {

// How much is known; a proof and a look at all states clear a claim alike.
int strength(Status status) {
    switch (status) {
        case Status::Proved:
        case Status::Complete:
            return 2;
        case Status::Bounded:
            return 1;
        case Status::Refuted:
        case Status::Unconfirmed:
        case Status::Unknown:
            return 0;
    }
    return 0;
}

using ClaimInSetup = std::pair<std::string, std::string>;

bool is_weaker(const KnownVerdict& a, const KnownVerdict& b) {
    return std::pair(strength(a.status), !a.is_open) < std::pair(strength(b.status), !b.is_open);
}

// A claim that is refuted has a finding that says so.
std::map<ClaimInSetup, KnownVerdict> weakest_verdicts(const Report& report) {
    std::map<ClaimInSetup, KnownVerdict> weakest;
    for (const VerdictLine& line : report.verdicts) {
        if (line.status == Status::Refuted) continue;
        const auto sort = line.about ? line.about->claim.sort : checker::ClaimSort::NoFinding;
        const bool is_own = sort == checker::ClaimSort::Declared || sort == checker::ClaimSort::Scenario;
        KnownVerdict verdict{line.claim, line.setup, line.status, line.open, is_own};
        const auto [entry, is_new] = weakest.try_emplace({line.claim, line.setup}, verdict);
        if (!is_new && is_weaker(verdict, entry->second)) entry->second = std::move(verdict);
    }
    return weakest;
}

std::vector<std::string> acting_items(const Report& report) {
    std::vector<std::string> names;
    if (!report.screened) return names;
    for (const checker::ItemUse& item : report.screened->items) {
        if (item.has_text && !item.acts_with.empty()) names.push_back(item.name);
    }
    return names;
}

std::vector<std::string> idle_items(const Report& report) {
    std::vector<std::string> names = never_acted(report);
    names.insert(names.end(), report.unread.names.begin(), report.unread.names.end());
    return names;
}

std::set<std::string> as_set(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

class Comparison {
public:
    Comparison(const Known& known, HeldAgainst& held, Report& report)
        : known_(known), held_(held), report_(report) {}

    void compare() {
        tell_known_findings();
        compare_verdicts();
        tell_unasked();
        compare_items();
        tell_gone_findings();
    }

private:
    void tell_known_findings() {
        std::map<std::string, const KnownFinding*> by_fingerprint;
        for (const KnownFinding& finding : known_.findings) by_fingerprint[finding.fingerprint] = &finding;
        for (FindingLines& finding : report_.findings) {
            const auto entry = by_fingerprint.find(finding.fingerprint);
            // An acceptance that has ended is a decision that somebody has to make again.
            const bool has_ended = finding.accepted.empty() && !finding.terms.until.empty();
            if (entry == by_fingerprint.end() || is_settled(finding) || has_ended) continue;
            const bool is_confirmed = finding.status != Status::Unconfirmed;
            finding.known =
                finding.severity >= entry->second->severity && (entry->second->is_confirmed || !is_confirmed);
        }
    }

    void tell_gone_findings() {
        // Where less was looked at than then, what was not met is not gone.
        const auto is_weaker = [](const Worse& worse) {
            const bool is_setup = worse.kind == WorseKind::Unasked && worse.name.empty();
            return worse.kind == WorseKind::Weaker || is_setup;
        };
        if (!held_.is_whole || held_.has_new_open || std::ranges::any_of(held_.worse, is_weaker)) return;
        std::set<std::string> present;
        for (const FindingLines& finding : report_.findings) present.insert(finding.fingerprint);
        for (const KnownFinding& finding : known_.findings) {
            if (!present.contains(finding.fingerprint)) held_.gone.push_back(finding);
        }
    }

    void compare_verdicts() {
        std::map<ClaimInSetup, const KnownVerdict*> before;
        for (const KnownVerdict& verdict : known_.verdicts) before[{verdict.claim, verdict.setup}] = &verdict;
        for (const auto& [claim, now] : weakest_verdicts(report_)) {
            const auto entry = before.find(claim);
            const bool was_there = entry != before.end();
            if (was_there && is_weaker(now, *entry->second)) {
                if (held_.is_whole)
                    held_.worse.push_back(
                        {WorseKind::Weaker, now.claim, now.setup, entry->second->status, now.status});
            } else if (now.is_open) {
                ++(was_there ? held_.open : new_open_);
            }
        }
        held_.has_new_open = new_open_ > 0;
    }

    // A setup once, and not each claim about it.
    void tell_unasked() {
        if (!held_.is_whole) return;
        std::set<std::string> setups;
        std::set<ClaimInSetup> claims;
        for (const VerdictLine& line : report_.verdicts) {
            setups.insert(line.setup);
            claims.insert({line.claim, line.setup});
        }
        std::set<std::string> told;
        for (const KnownVerdict& verdict : known_.verdicts) {
            if (!verdict.setup.empty() && !setups.contains(verdict.setup)) {
                if (told.insert(verdict.setup).second)
                    held_.worse.push_back({WorseKind::Unasked, "", verdict.setup});
            } else if (verdict.is_own && !claims.contains({verdict.claim, verdict.setup})) {
                held_.worse.push_back({WorseKind::Unasked, verdict.claim, verdict.setup, verdict.status});
            }
        }
    }

    void compare_items() {
        const std::set<std::string> acting = as_set(acting_items(report_));
        std::set<std::string> told;
        for (const std::string& name : known_.acting) {
            const bool is_printed =
                std::ranges::find(report_.printed, name, &ItemLine::name) != report_.printed.end();
            if (!is_printed || acting.contains(name) || !held_.is_whole || !report_.screened) continue;
            held_.worse.push_back({WorseKind::Idle, name});
            told.insert(name);
        }
        const std::set<std::string> idle_before = as_set(known_.idle);
        for (const std::string& name : idle_items(report_)) {
            if (idle_before.contains(name))
                ++held_.open;
            else if (!told.contains(name))
                held_.has_new_open = true;
        }
    }

    const Known& known_;
    HeldAgainst& held_;
    Report& report_;
    std::size_t new_open_ = 0;
};

}  // namespace

void hold_against(const Known& known, HeldAgainst held, Report& report) {
    held.is_whole = held.is_whole && !report.stopped;
    Comparison(known, held, report).compare();
    report.held_against = std::move(held);
}

Known known_without_words(const Report& report) {
    Known known;
    for (const FindingLines& finding : report.findings) {
        if (finding.expected || !finding.accepted.empty()) continue;
        known.findings.push_back({finding.fingerprint, code_word(finding), finding.severity,
                                  finding.status != Status::Unconfirmed, ""});
    }
    for (auto& [claim, verdict] : weakest_verdicts(report)) known.verdicts.push_back(std::move(verdict));
    known.acting = acting_items(report);
    known.idle = idle_items(report);
    return known;
}

}  // namespace errata::reports
