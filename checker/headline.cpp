#include "checker/headline.h"

#include <algorithm>
#include <optional>
#include <string>

#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

Fact fact_of(FactKind kind, const Model& model, const Incident& incident) {
    const std::vector<std::string> clauses =
        dsl::mapped(incident.clauses, [&](ClauseId clause) { return model.clause(clause).name; });
    const auto of = [](const std::vector<std::string>& all, std::size_t place) {
        return place < all.size() ? all[place] : std::string();
    };
    return {kind,
            {static_cast<std::size_t>(incident.kind), of(incident.names, 0), of(incident.names, 1),
             of(clauses, 0), of(clauses, 1), clauses, incident.detail}};
}

// The clauses of a finding without those that only help.
std::vector<ClauseId> makers_of(const Finding& finding) {
    std::vector<ClauseId> makers = finding.clauses;
    std::erase_if(makers, [&](ClauseId clause) {
        return std::ranges::find(finding.helping, clause) != finding.helping.end();
    });
    return makers;
}

// How a round of these codes is called by who makes it; nothing: the code is of no such round.
std::optional<FactKind> of_loop(FindingCode code) {
    using enum FindingCode;
    if (is_forced(code)) return FactKind::ForEver;
    if (code == LoopChance) return FactKind::UntilChanceEnds;
    if (code == LoopOptional) return FactKind::AsOftenAsLiked;
    if (code == LoopGrowing) return FactKind::MoreAndMore;
    if (code == LoopAgenda) return FactKind::EverMoreToDo;
    return std::nullopt;
}

class Headline {
public:
    Headline(const Model& model, const Finding& finding)
        : model_(model), finding_(finding), makers_(makers_of(finding)), names_(names_of(model, makers_)) {}

    Fact fact() const {
        const std::size_t number = finding_.about.number;
        switch (finding_.about.sort) {
            case AboutSort::Clauses:
                return of_clauses();
            case AboutSort::Incident:
                return of_incident(model_.incidents.all[number]);
            case AboutSort::Point:
                return of_point(model_.flow.points[number]);
            case AboutSort::Claim:
                return {FactKind::Called, {model_.asked.claims[number].name}};
            case AboutSort::Scenario:
                return {FactKind::Called, {model_.asked.scenarios[number].name}};
            case AboutSort::Ending:
                return of_ending(model_.rules.endings[number].name);
            case AboutSort::Item:
                return {FactKind::NeverInEffect, {model_.printed_items[number].name}};
            case AboutSort::Reading:
                return of_reading(model_.readings.all[number]);
            case AboutSort::Overruling: {
                const Overruling& one = model_.rules.overrulings[number];
                return {FactKind::GivesWay, {name(one.loser), name(one.winner), one.about}};
            }
            case AboutSort::ExceptionCircle: {
                const ExceptionCircle& one = model_.rules.exception_circles[number];
                const auto name_of = [&](ClauseId clause) { return name(clause); };
                return {FactKind::ExceptionsToOneAnother, {dsl::mapped(one.clauses, name_of), one.about}};
            }
        }
        dsl::check_failed("a finding is about nothing", __FILE__, __LINE__);
    }

private:
    const std::string& name(ClauseId clause) const { return model_.clause(clause).name; }
    // Empty: what was read from a file has fewer.
    std::string name_at(std::size_t place) const {
        return place < finding_.clauses.size() ? name(finding_.clauses[place]) : "";
    }

    std::size_t count() const { return makers_.size(); }

    Fact of_clauses() const {
        using enum FindingCode;
        if (const std::optional<FactKind> loop = of_loop(finding_.code)) return {*loop, {names_}};
        if (finding_.code == LoopLock) return {FactKind::NoEndingLeft};
        if (finding_.code == Deadlock) return {FactKind::PlayStops, {""}};
        if (finding_.code == OrderChosen || finding_.code == OrderUnowned)
            return {FactKind::AtOnce, {names_, count()}};
        if (finding_.code == DeadText && has(finding_.facts, FactKind::CarriedOutInVain))
            return {FactKind::NothingEverChanges, {name_at(0)}};
        if (finding_.code == Shadowed) return {FactKind::CalledUnder, {name_at(0), name_at(1)}};
        if (finding_.code == Redundant) return {FactKind::BothCalled, {name_at(0), name_at(1)}};
        if (finding_.code == UnreachableAbility && !makers_.empty())
            return {FactKind::NeverUsed,
                    {name(makers_.front()), count() > 1 ? "" : model_.clause(makers_.front()).text}};
        return {FactKind::Called, {names_}};
    }

    Fact of_incident(const Incident& incident) const {
        Fact met = headline(model_, incident);
        const About& about = finding_.about;
        if (about.var.is_valid() && is_of(finding_.code, FindingFamily::Order))
            return {FactKind::DoneBy, {names_, met}};
        if (about.var.is_valid())
            return {FactKind::WrittenBy, {met, model_.variable(about.var).name, names_}};
        if (about.at.is_valid()) return {FactKind::WithName, {met, name(about.at)}};
        if (!finding_.values.empty() && !incident.names.empty())
            return {FactKind::SeveralValues, {incident.names.front(), finding_.values}};
        if (!finding_.barring.empty())
            return {FactKind::LeavesNoOption,
                    {names_of(model_, finding_.barring), finding_.barring.size(), met}};
        const bool is_of_equations =
            incident.kind == IncidentKind::NoSolution || incident.kind == IncidentKind::LayerUnordered;
        if (is_of_equations && finding_.code == FindingCode::GapUndefined && !incident.names.empty())
            return {FactKind::ValueMissingIn, {incident.names.front()}};
        return met;
    }

    Fact of_point(const Point& point) const {
        if (const Fact* const never = find(finding_.facts, FactKind::OptionNeverPossible))
            return {FactKind::NeverPossible, {never->arguments.front(), point.name}};
        if (finding_.code == FindingCode::Deadlock) return {FactKind::PlayStops, {point.name}};
        if (finding_.code == FindingCode::OrderChosen && !point.orders)
            return {FactKind::WhichComesFirst, {point.name}};
        if (finding_.order == OrderKind::Decisions || (point.to_come && finding_.order == OrderKind::Objects))
            return {FactKind::Called, {point.name}};
        if (point.orders) return {FactKind::SeveralFirst, {point.name, names_, count()}};
        return {FactKind::NobodyDecides, {point.name}};
    }

    // Reached by rounds, or never.
    Fact of_ending(const std::string& ending) const {
        if (!finding_.loop) return {FactKind::NeverReached, {ending}};
        if (finding_.loop->can_keep_going.empty()) return {FactKind::UntilEnding, {names_, ending}};
        return {FactKind::ChosenUntilEnding, {names_, finding_.loop->can_keep_going.front(), ending}};
    }

    Fact of_reading(const Reading& reading) const {
        const Clause& clause = model_.clause(reading.clause);
        if (reading.of_text) return {FactKind::CalledWithText, {clause.name, clause.text}};
        return {FactKind::Called, {clause.name}};
    }

    const Model& model_;
    const Finding& finding_;
    std::vector<ClauseId> makers_;
    std::vector<std::string> names_;  // of the makers
};

std::string label(FindingCode code, const std::vector<std::string>& names,
                  const std::vector<std::string>& clauses) {
    std::string text(code_name(code));
    if (!names.empty()) text += ": " + dsl::join(names, ", ");
    if (!clauses.empty()) text += " (" + dsl::join(clauses, ", ") + ")";
    return text;
}

}  // namespace

Fact headline(const Model& model, const Finding& finding) { return Headline(model, finding).fact(); }

Fact headline(const Model& model, const Incident& incident) {
    return fact_of(FactKind::OfIncident, model, incident);
}

Fact account(const Model& model, const Incident& incident) {
    return fact_of(FactKind::Account, model, incident);
}

std::string label_of(const Model& model, const Finding& finding) {
    return label(finding.code, names_in(model, finding.about), names_of(model, finding.clauses));
}

std::string label_of(const Model& model, const Incident& incident) {
    return label(incident.code, incident.names, names_of(model, incident.clauses));
}

}  // namespace errata::checker
