#include "compiler/smt/path.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

using Gone = std::vector<std::pair<Formula, Formula>>;

Gone joined_gone(FormulaPool& pool, Formula condition, const Gone& yes, const Gone& no) {
    Gone result;
    for (const auto& entry : yes) {
        const bool before = std::find(no.begin(), no.end(), entry) != no.end();
        result.push_back(before ? entry : std::pair(pool.land(condition, entry.first), entry.second));
    }
    for (const auto& entry : no) {
        if (std::find(yes.begin(), yes.end(), entry) != yes.end()) continue;
        result.emplace_back(pool.land(pool.lnot(condition), entry.first), entry.second);
    }
    return result;
}

Block joined_block(FormulaPool& pool, Formula condition, const Block& yes, const Block& no) {
    Block result;
    Collected nothing = nothing_collected(pool);
    auto find = [&](const Block& block, std::size_t cell) {
        auto it = block.find(cell);
        return it == block.end() ? nothing : it->second;
    };
    auto join = [&](std::size_t cell) {
        Collected a = find(yes, cell), b = find(no, cell);
        const auto either = [&](Formula Collected::*part) { return pool.ite(condition, a.*part, b.*part); };
        result[cell] = {either(&Collected::set),       either(&Collected::value),
                        either(&Collected::differ),    either(&Collected::reset),
                        either(&Collected::before),    either(&Collected::ended),
                        either(&Collected::amount),    either(&Collected::gained),
                        either(&Collected::lost),      either(&Collected::ever_gained),
                        either(&Collected::ever_lost), joined_gone(pool, condition, a.gone, b.gone),
                        either(&Collected::clause)};
    };
    for (const auto& entry : yes) join(entry.first);
    for (const auto& entry : no) {
        if (!yes.contains(entry.first)) join(entry.first);
    }
    return result;
}

std::vector<Departed> joined_departed(FormulaPool& pool, Formula condition, const std::vector<Departed>& yes,
                                      const std::vector<Departed>& no) {
    std::vector<Departed> result;
    const auto add = [&](const std::vector<Departed>& from, const std::vector<Departed>& others,
                         Formula here) {
        for (Departed one : from) {
            const bool is_of_both = std::ranges::find(others, one) != others.end();
            if (is_of_both && std::ranges::find(result, one) != result.end()) continue;
            if (!is_of_both) one.condition = pool.land(here, one.condition);
            result.push_back(one);
        }
    };
    add(yes, no, condition);
    add(no, yes, pool.lnot(condition));
    return result;
}

void add_taken(std::vector<Taken>& taken, const std::vector<Taken>& others) {
    for (const Taken& other : others) {
        if (std::find(taken.begin(), taken.end(), other) == taken.end()) taken.push_back(other);
    }
}

}  // namespace

Value number_of(ClauseId clause) { return clause.is_valid() ? static_cast<Value>(clause.index) + 2 : 1; }

ClauseId clause_of(Value number) {
    return number == 1 ? ClauseId() : ClauseId(static_cast<std::size_t>(number - 2));
}

Collected nothing_collected(FormulaPool& pool) {
    const Formula zero = pool.constant(0);
    const Formula no = pool.truth(false);
    return {no, zero, no, no, zero, no, zero, zero, zero, zero, zero, {}, zero};
}

Path joined(FormulaPool& pool, Formula condition, Path yes, const Path& no) {
    if (yes.version != no.version) {
        for (std::size_t i = 0; i < yes.cells.size(); ++i) {
            yes.cells[i] = pool.ite(condition, yes.cells[i], no.cells[i]);
        }
    }
    ERRATA_CHECK(yes.blocks.size() == no.blocks.size());
    for (std::size_t i = 0; i < yes.blocks.size(); ++i) {
        yes.blocks[i] = joined_block(pool, condition, yes.blocks[i], no.blocks[i]);
    }
    yes.departed = joined_departed(pool, condition, yes.departed, no.departed);
    yes.alive = pool.lor(yes.alive, no.alive);
    yes.failed = pool.lor(yes.failed, no.failed);
    yes.spilled = pool.ite(condition, yes.spilled, no.spilled);
    yes.over = pool.ite(condition, yes.over, no.over);
    add_taken(yes.taken, no.taken);
    return yes;
}

std::vector<Formula> merged_cells(FormulaPool& pool, const std::vector<Path>& paths) {
    std::vector<Formula> result = paths.front().cells;
    std::vector<std::pair<Formula, std::vector<Formula>>> groups;  // value, where it stands
    for (std::size_t i = 0; i < result.size(); ++i) {
        groups.clear();
        for (const Path& path : paths) {
            Formula value = path.cells[i];
            auto group =
                std::find_if(groups.begin(), groups.end(), [&](auto& g) { return g.first == value; });
            if (group == groups.end()) group = groups.insert(groups.end(), {value, {}});
            group->second.push_back(path.alive);
        }
        auto most = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
            return a.second.size() < b.second.size();
        });
        std::iter_swap(most, groups.begin());
        result[i] = groups.front().first;
        for (std::size_t g = 1; g < groups.size(); ++g) {
            result[i] = pool.ite(pool.lor(groups[g].second), groups[g].first, result[i]);
        }
    }
    return result;
}

Path merged(FormulaPool& pool, std::vector<Path> paths) {
    ERRATA_CHECK(!paths.empty());
    if (paths.size() == 1) return std::move(paths.front());
    Path result;
    result.cells = merged_cells(pool, paths);
    result.over = pool.constant(0);
    result.speaker = paths.front().speaker;
    std::vector<Formula> alive, failed, spilled;
    for (const Path& path : paths) {
        ERRATA_CHECK(path.blocks.empty());
        alive.push_back(path.alive);
        result.speaker = pool.ite(path.alive, path.speaker, result.speaker);
        failed.push_back(path.failed);
        spilled.push_back(pool.land(path.alive, path.spilled));
        add_taken(result.taken, path.taken);
    }
    result.spilled = pool.lor(std::move(spilled));
    result.alive = pool.lor(std::move(alive));
    result.failed = pool.lor(std::move(failed));
    return result;
}

}  // namespace errata::compiler
