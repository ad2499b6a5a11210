#include "checker/coverage/coverage.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "checker/coverage/judgement.h"
#include "checker/coverage/mutation.h"
#include "checker/fact_kinds.h"

namespace errata::checker {

std::string_view word(RowStatus status) {
    switch (status) {
        case RowStatus::Modelled:
            return "modelled";
        case RowStatus::Claimed:
            return "claimed";
        case RowStatus::Assumed:
            return "assumed";
        case RowStatus::LeftOut:
            return "left out";
        case RowStatus::Idle:
            return "cited, idle";
        case RowStatus::Missing:
            return "missing";
    }
    return "";
}

std::string_view word(RowDoubt doubt) {
    switch (doubt) {
        case RowDoubt::Weak:
            return "weak";
        case RowDoubt::IdleClaims:
            return "claims idle";
        case RowDoubt::HalfClaimed:
            return "half claimed";
    }
    return "";
}

bool has(const RowCoverage& row, RowDoubt doubt) {
    bool is_modelled = false;
    bool is_weak = true;
    bool any_claim = false;
    bool any_idle = false;
    for (const RowFact& fact : row.facts) {
        is_modelled = is_modelled || fact.status == RowStatus::Modelled;
        is_weak = is_weak && (fact.status != RowStatus::Modelled || fact.is_weak);
        any_claim = any_claim || fact.status == RowStatus::Claimed;
        any_idle = any_idle || (fact.is_claim && fact.status == RowStatus::Idle);
    }
    switch (doubt) {
        case RowDoubt::Weak:
            return is_modelled && is_weak;
        case RowDoubt::IdleClaims:
            return any_idle && !any_claim;
        case RowDoubt::HalfClaimed:
            return any_idle && any_claim;
    }
    return false;
}

std::size_t Coverage::count(RowStatus status) const {
    return static_cast<std::size_t>(std::ranges::count(rows, status, &RowCoverage::status));
}

std::size_t Coverage::count(RowDoubt doubt) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [&](const RowCoverage& row) { return has(row, doubt); }));
}

bool is_selected(const std::string& row, const std::vector<std::string>& prefixes) {
    return prefixes.empty() ||
           std::ranges::any_of(prefixes, [&](const std::string& prefix) { return row.starts_with(prefix); });
}

namespace {

// Each construct is tried once, on all threads; the order of the results is that of the constructs.
std::vector<std::optional<MutationResult>> try_all(const Mutations& mutations,
                                                   const std::vector<const Construct*>& constructs,
                                                   const CheckOptions& options) {
    std::vector<std::optional<MutationResult>> result(constructs.size());
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::mutex telling;
    const auto work = [&] {
        for (std::size_t i = next++; i < constructs.size(); i = next++) {
            if (options.interrupted && *options.interrupted) return;
            result[i] = mutations.of(*constructs[i]);
            ++done;
            if (!options.progress) continue;
            const std::lock_guard lock(telling);
            options.progress({constructs[i]->words, done, constructs.size(), 0, 0});
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(options.threads, constructs.size()); ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return result;
}

class Cover {
public:
    Cover(const Subject& subject, const std::vector<CatalogueRow>& rows, const CoverageOptions& options)
        : subject_(subject), options_(options), constructs_(cited_constructs(subject.modules)) {
        for (const CatalogueRow& row : rows) {
            known_.insert(row.id);
            if (is_selected(row.id, options.prefixes))
                coverage_.rows.push_back({row.id,
                                          row.type,
                                          row.statement,
                                          subject.sources.file(row.span.file).position(row.span.begin).line,
                                          {},
                                          {}});
        }
    }

    Coverage run() {
        cite();
        leave_out();
        list_assumptions();
        for (RowCoverage& row : coverage_.rows) {
            row.facts = facts_[row.id];
            std::ranges::stable_sort(row.facts, {}, &RowFact::status);
            row.status = row.facts.empty() ? RowStatus::Missing : row.facts.front().status;
        }
        return std::move(coverage_);
    }

private:
    void cite() {
        std::vector<const Construct*> acting;
        std::vector<const Construct*> claiming;
        for (const Construct& construct : constructs_) {
            if (is_counted(construct)) (construct.is_claim ? claiming : acting).push_back(&construct);
        }
        const Mutations mutations(subject_, options_.check.interrupted);
        const std::vector<std::optional<MutationResult>> found = try_all(mutations, acting, options_.check);
        const std::vector<Judgement> judged = judge_claims(subject_, mutations, claiming, options_.check);
        // In the order of the spec, whatever they are.
        std::size_t next_effect = 0;
        std::size_t next_judgement = 0;
        for (const Construct& construct : constructs_) {
            RowFact fact = fact_at(construct.citation.span, construct.words);
            if (!is_counted(construct)) {
                // Its rows are not in question; what the catalogue does not have is told all the same.
            } else if (construct.is_claim) {
                const Judgement& judgement = judged[next_judgement++];
                fact.is_claim = true;
                fact.status = judgement.decides ? RowStatus::Claimed : RowStatus::Idle;
                fact.verdict = judgement.verdict;
                fact.facts = judgement.facts;
            } else {
                const std::optional<MutationResult>& effect = found[next_effect++];
                if (!effect) ++coverage_.untried;
                const bool is_assumption =
                    item_of(subject_.modules, construct).kind == dsl::ast::ItemKind::Assume;
                fact.status = effect && effect->does_something ? RowStatus::Modelled
                              : is_assumption                  ? RowStatus::Assumed
                                                               : RowStatus::Idle;
                fact.is_weak = effect && effect->is_weak;
                if (fact.status != RowStatus::Assumed)
                    fact.facts = {effect ? effect->why : Fact{FactKind::Untried}};
            }
            for (const std::string& row : construct.citation.rows) add(row, fact);
        }
    }

    void leave_out() {
        for (const Omission& omission : omissions(subject_.modules)) {
            RowFact fact = fact_at(omission.span, "");
            fact.status = RowStatus::LeftOut;
            fact.facts = {{FactKind::Called, {omission.reason}}};
            add(omission.row, fact);
        }
    }

    void list_assumptions() {
        Worlds worlds(subject_, subject_.modules);
        const compiler::Model* const game = worlds.game();
        if (!game) return;
        for (const compiler::Assumption& one : game->assumptions) {
            const dsl::SourceFile& file = subject_.sources.file(one.span.file);
            coverage_.assumptions.push_back({one.name, one.text, one.rows, file.path(),
                                             file.position(one.span.begin).line, one.is_denied});
        }
    }

    bool is_counted(const Construct& construct) const {
        return std::ranges::any_of(construct.citation.rows, [&](const std::string& row) {
            return known_.contains(row) && is_selected(row, options_.prefixes);
        });
    }

    RowFact fact_at(dsl::Span span, const std::string& what) const {
        const dsl::SourceFile& file = subject_.sources.file(span.file);
        return {RowStatus::Idle, what, file.path(), file.position(span.begin).line, "", {}, false, false};
    }

    void add(const std::string& row, const RowFact& fact) {
        if (known_.contains(row)) {
            facts_[row].push_back(fact);
        } else if (is_selected(row, options_.prefixes)) {
            coverage_.unknown.push_back(
                {row, fact.status == RowStatus::LeftOut ? "omit" : fact.what, fact.file, fact.line});
        }
    }

    const Subject& subject_;
    const CoverageOptions& options_;
    std::vector<Construct> constructs_;
    std::set<std::string> known_;
    std::map<std::string, std::vector<RowFact>> facts_;
    Coverage coverage_;
};

}  // namespace

Coverage cover(const Subject& subject, const std::vector<CatalogueRow>& rows,
               const CoverageOptions& options) {
    return Cover(subject, rows, options).run();
}

}  // namespace errata::checker
