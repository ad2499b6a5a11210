#include "checker/driver/analysis.h"

namespace errata::checker {

namespace {

Analysis named(AnalysisName name, Analysis row) {
    row.name = name;
    return row;
}

}  // namespace

const std::vector<Analysis>& all_analyses() {
    static const std::vector<Analysis> analyses = {
#define ERRATA_ANALYSIS(name, word) named(AnalysisName::name, rows::name()),
#include "checker/analysis_names.def"
#undef ERRATA_ANALYSIS
    };
    return analyses;
}

const Analysis& analysis_of(AnalysisName name) { return all_analyses()[static_cast<std::size_t>(name)]; }

}  // namespace errata::checker
