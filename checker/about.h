// What a finding is about. Its code, its clauses and this tell it from all other findings. The analysis that
// makes the finding says it. Fingerprints, expectations, merging and advice use it, and no sentence.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

enum class AboutSort : std::uint8_t {
#define ERRATA_ABOUT(name) name,
#include "checker/about_sorts.def"
#undef ERRATA_ABOUT
};

inline constexpr std::array all_about_sorts = {
#define ERRATA_ABOUT(name) AboutSort::name,
#include "checker/about_sorts.def"
#undef ERRATA_ABOUT
};

struct About {
    AboutSort sort = AboutSort::Clauses;
    std::size_t number = 0;
    compiler::VarId var = {};    // of an incident; invalid: of none
    compiler::ClauseId at = {};  // of an incident that belongs to no construct: who met it
    friend auto operator<=>(const About&, const About&) = default;
};

inline About about(compiler::IncidentId incident, compiler::VarId var = {}, compiler::ClauseId at = {}) {
    return {AboutSort::Incident, incident.index, var, at};
}
inline About about(compiler::PointId point) { return {AboutSort::Point, point.index}; }
inline About about(compiler::EndingId ending) { return {AboutSort::Ending, ending.index}; }
// `claim` is one of the model's.
About about(const compiler::Model& model, const compiler::Claim& claim);

// Null: it is about none.
const compiler::Incident* incident_of(const compiler::Model& model, const About& about);
bool is_incident(const compiler::Model& model, const About& about, compiler::IncidentKind kind);
const compiler::Claim* claim_of(const compiler::Model& model, const About& about);

// By which two findings of one code and the same clauses are told apart, in this version of the spec and the
// next: names of the spec behind words of the tables, neither of which any reader sees.
std::vector<std::string> identity(const compiler::Model& model, const About& about);
// The names of the spec among them: what somebody who writes `expect` may call it.
std::vector<std::string> names_in(const compiler::Model& model, const About& about);

}  // namespace errata::checker
