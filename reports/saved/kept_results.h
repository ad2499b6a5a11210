// What a run found, kept for the next run of the same spec with the same options (checker/cache/store). The
// key is all that the results are a function of: the syntax trees of the spec and of what it imports, its
// tables, the options, and the program. So comments and layout do not count, nor do the number of threads,
// the day and the clock. What is read back is held against the model and replayed like any saved result;
// what does not fit is as good as not kept.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/advice/trial.h"
#include "checker/cache/store.h"
#include "checker/driver/session.h"

namespace errata::reports {

class KeptResults {
public:
    // `program`: a digest of the program and its libraries. `session` is kept.
    KeptResults(checker::Store& store, const std::string& program, const checker::Session& session,
                const compiler::CompileOptions& compile, const checker::CheckOptions& check);

    // Those of the parts, in their order; nothing: they are not kept.
    std::optional<std::vector<checker::CheckResult>> results() const;
    // Results of a run that was stopped are not kept.
    void keep(const std::vector<checker::CheckResult>& results);

    // What was tried on findings, by fingerprint; without the words for it.
    std::map<std::string, checker::Trials> trials() const;
    void keep(const std::map<std::string, checker::Trials>& trials);

private:
    checker::Store& store_;
    const checker::Session& session_;
    std::string key_;
};

}  // namespace errata::reports
