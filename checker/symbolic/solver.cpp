// QF_FD is Z3's incremental SAT solver for bit-vectors and finite domains: measured 1.5 to 7 times faster
// than its other ways with bit-vectors, and it keeps what it has learnt from one check to the next.
#include "checker/symbolic/solver.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_set>

#include "checker/fact_kinds.h"
#include "compiler/smt/lower.h"

namespace errata::checker {

using compiler::Formula;
using compiler::Value;

namespace {

// What Z3 says where it gives up without a reason.
constexpr std::array<std::string_view, 3> no_reason = {"", "unknown", "no reason given"};

// Z3 names what stopped it in its own terms ("sat.canceled", "max. resource limit exceeded").
Fact why_unknown(const std::string& reason) {
    for (const char* sign : {"cancel", "resource", "timeout", "rlimit"}) {
        if (reason.find(sign) != std::string::npos) return {FactKind::UnitsSpent};
    }
    const bool says_nothing = std::ranges::find(no_reason, reason) != no_reason.end();
    return {FactKind::SolverGaveUp, {says_nothing ? "" : reason}};
}

// Looks at a flag while Z3 is at work and breaks it off.
class Watch {
public:
    Watch(z3::context& context, const std::atomic<bool>* interrupted) {
        if (interrupted == nullptr) return;
        thread_ = std::thread([this, &context, interrupted] {
            std::unique_lock lock(mutex_);
            while (!changed_.wait_for(lock, glance, [this] { return done_; })) {
                if (*interrupted) context.interrupt();
            }
        });
    }
    ~Watch() {
        if (!thread_.joinable()) return;
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    static constexpr std::chrono::milliseconds glance{50};

    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace

compiler::EncoderOptions within(const SolverBudget& budget, compiler::EncoderOptions options) {
    if (budget.resources > 0)
        options.formula_limit = std::min<std::size_t>(options.formula_limit, budget.resources);
    if (budget.seconds <= 0) return options;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget.seconds);
    options.stop = [end, also = std::move(options.stop)] {
        return std::chrono::steady_clock::now() > end || (also && also());
    };
    return options;
}

struct Solver::Z3 {
    explicit Z3(const compiler::FormulaPool& pool) : solver(context, "QF_FD"), lowering(context, pool) {}

    z3::context context;
    z3::solver solver;
    compiler::Z3Lowering lowering;
    std::optional<Fact> failure;
    // An assumption must be a literal: one per formula assumed so far.
    std::unordered_set<std::uint32_t> literals;
    void add_constraints() {
        for (const z3::expr& constraint : lowering.take_constraints()) solver.add(constraint);
    }

    z3::expr literal(Formula formula) {
        bool is_new = literals.insert(formula.index).second;
        z3::expr name = context.bool_const(("assume" + std::to_string(formula.index)).c_str());
        if (is_new) {
            solver.add(z3::implies(name, lowering.truth(formula)));
            add_constraints();
        }
        return name;
    }
};

Solver::Solver(const compiler::FormulaPool& pool) : z3_(std::make_unique<Z3>(pool)), pool_(pool) {}

Solver::~Solver() = default;

void Solver::require(Formula formula) {
    try {
        z3::expr lowered = z3_->lowering.truth(formula);
        z3_->add_constraints();
        z3_->solver.add(lowered);
    } catch (const z3::exception& e) {
        z3_->failure = why_unknown(e.msg());
    }
}

Answer Solver::check(const std::vector<Formula>& assumptions, const SolverBudget& budget) {
    ++checks_;
    reason_ = z3_->failure;
    if (reason_) return Answer::Unknown;
    try {
        z3::expr_vector literals(z3_->context);
        for (Formula formula : assumptions) {
            if (is_false(formula)) return Answer::Unsat;
            if (!is_true(formula)) literals.push_back(z3_->literal(formula));
        }
        z3::params params(z3_->context);
        params.set("rlimit", budget.resources);
        params.set("timeout", budget.seconds > 0 ? static_cast<unsigned>(budget.seconds * 1000) + 1 : ~0U);
        params.set("ctrl_c", false);  // signals are the program's
        z3_->solver.set(params);
        const Watch watch(z3_->context, budget.interrupted);
        switch (z3_->solver.check(literals)) {
            case z3::sat:
                return Answer::Sat;
            case z3::unsat:
                return Answer::Unsat;
            case z3::unknown:
                break;
        }
        reason_ = why_unknown(z3_->solver.reason_unknown());
    } catch (const z3::exception& e) {
        reason_ = why_unknown(e.msg());
    }
    return Answer::Unknown;
}

std::vector<Value> Solver::assignment() {
    std::vector<Value> values(pool_.nodes().variables().size());
    z3::model model = z3_->solver.get_model();
    for (std::size_t i = 0; i < values.size(); ++i) {
        Formula variable = pool_.nodes().variables()[i];
        bool is_met = z3_->lowering.is_met(variable);
        values[i] = is_met ? z3_->lowering.value_of(variable, model) : pool_.values(variable).lo();
    }
    return values;
}

}  // namespace errata::checker
