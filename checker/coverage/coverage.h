// The rows of a rulebook against a spec: which are modelled, claimed, left out, cited in vain, or missing. A
// plain value; the words for people are in render/coverage.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/catalogue/catalogue.h"
#include "checker/coverage/subject.h"
#include "checker/driver/driver.h"
#include "checker/fact.h"

namespace errata::checker {

// In order of precedence: a row counts once, as the first of these that is true of it.
enum class RowStatus { Modelled, Claimed, Assumed, LeftOut, Idle, Missing };
inline constexpr std::array row_statuses = {RowStatus::Modelled, RowStatus::Claimed, RowStatus::Assumed,
                                            RowStatus::LeftOut,  RowStatus::Idle,    RowStatus::Missing};

// "modelled", "claimed", "assumed", "left out", "cited, idle", "missing"
std::string_view word(RowStatus status);

// What one place of the spec does about a row.
struct RowFact {
    RowStatus status = RowStatus::Idle;
    std::string what;  // "rule \"Flight\""; of an `omit` nothing
    std::string file;
    std::uint32_t line = 0;
    std::string verdict;  // Claimed: "holds", "refuted", "complete", ...
    Facts facts = {};  // of its verdict, what is so without it, the reason for leaving out, or why it is idle
    bool is_claim = false;
    bool is_weak = false;  // Modelled: it is missed if nothing of it happens, and no more is known
};

struct RowCoverage {
    std::string id;
    std::string type;
    std::string statement;
    std::uint32_t line = 0;  // of the catalogue
    RowStatus status = RowStatus::Missing;
    std::vector<RowFact> facts;  // in order of precedence
};

// What the status of a row does not tell: on what little it may stand. Weak: all that models it is missed
// only if nothing of it happens. IdleClaims: it is claimed, and no claim says anything. HalfClaimed: some
// claims do, others do not.
enum class RowDoubt { Weak, IdleClaims, HalfClaimed };
inline constexpr std::array<RowDoubt, 3> row_doubts = {RowDoubt::Weak, RowDoubt::IdleClaims,
                                                       RowDoubt::HalfClaimed};

// "weak", "claims idle", "half claimed"
std::string_view word(RowDoubt doubt);
bool has(const RowCoverage& row, RowDoubt doubt);

// A row that the spec cites or leaves out, and that the catalogue does not have.
struct UnknownRow {
    std::string id;
    std::string what;
    std::string file;
    std::uint32_t line = 0;
};

// What the author or a library decides, and the source does not say.
struct AssumptionMade {
    std::string name;  // in the spec
    std::string text;
    std::vector<std::string> rows;
    std::string file;
    std::uint32_t line = 0;
    bool is_denied = false;  // the game decides it the other way
};

struct Coverage {
    std::string spec;
    std::string catalogue;
    std::vector<RowCoverage> rows;  // in the order of the catalogue
    std::vector<UnknownRow> unknown;
    std::vector<AssumptionMade> assumptions;
    std::size_t untried = 0;  // constructs that an interruption left out; they count as idle

    std::size_t count(RowStatus status) const;
    std::size_t count(RowDoubt doubt) const;
};

struct CoverageOptions {
    std::vector<std::string> prefixes;  // only rows that begin so; empty: all
    CheckOptions check;                 // budget, depth, threads, progress and interruption
};

// `rows` are those of the catalogue. The subject compiles.
Coverage cover(const Subject& subject, const std::vector<CatalogueRow>& rows, const CoverageOptions& options);

bool is_selected(const std::string& row, const std::vector<std::string>& prefixes);

}  // namespace errata::checker
