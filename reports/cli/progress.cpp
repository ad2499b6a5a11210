#include "reports/cli/progress.h"

#include <fmt/format.h>

#include "checker/headline.h"
#include "checker/words.h"
#include "compiler/ir/finding_codes.h"
#include "reports/columns.h"
#include "reports/report.h"
#include "reports/words/facts.h"

namespace errata::reports {

namespace {
// Often enough to be alive, seldom enough to cost nothing.
constexpr std::chrono::milliseconds between_lines{100};
}  // namespace

ProgressLine::ProgressLine(Console& console, bool wanted)
    : console_(console), on_(wanted || console.err_is_terminal), start_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
    if (!on_ || obligation_.empty()) return;
    clear();
    console_.err << fmt::format("{:.1f} s\n", seconds());
}

double ProgressLine::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressLine::show(const checker::Progress& progress) {
    if (!on_) return;
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    const bool is_new = progress.obligation != obligation_;
    if (!is_new && (!console_.err_is_terminal || now - shown_ < between_lines)) return;
    obligation_ = progress.obligation;
    shown_ = now;
    const double elapsed = seconds();
    const double rate = elapsed > 0 ? static_cast<double>(progress.states) / elapsed : 0;
    std::string line = fmt::format("[{}/{}] {}", progress.done, progress.total, progress.obligation);
    if (progress.states > 0) {
        line += fmt::format(": {} states, {}/s, depth {}", grouped(static_cast<double>(progress.states)),
                            grouped(rate), progress.depth);
    }
    if (console_.err_is_terminal) {
        const std::size_t width = display_width(line);
        console_.err << "\r" << padded(line, width_) << std::flush;
        width_ = width;
    } else {
        console_.err << line << "\n";
    }
}

void ProgressLine::show(const compiler::Model& model, const checker::Finding& finding) {
    if (!on_) return;
    const std::lock_guard lock(mutex_);
    clear();
    console_.err << fmt::format("found: {} {}: {} #{}\n", checker::word(finding.severity),
                                compiler::code_name(finding.code), said(checker::headline(model, finding)),
                                short_form(finding.fingerprint))
                 << std::flush;
}

void ProgressLine::clear() {
    if (!console_.err_is_terminal || width_ == 0) return;
    console_.err << "\r" << std::string(width_, ' ') << "\r" << std::flush;
    width_ = 0;
}

}  // namespace errata::reports
