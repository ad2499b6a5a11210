// What the checker is doing, on stderr: one line that rewrites itself on a terminal, one line per obligation
// elsewhere. Wall-clock times appear here and nowhere else.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "checker/driver/driver.h"
#include "reports/cli/console.h"

namespace errata::reports {

class ProgressLine {
public:
    // Silent unless stderr is a terminal or `wanted`.
    ProgressLine(Console& console, bool wanted);
    ~ProgressLine();

    void show(const checker::Progress& progress);
    // A finding as soon as it stands: its head, above the line.
    void show(const compiler::Model& model, const checker::Finding& finding);
    // The line makes room for other output.
    void clear();

private:
    double seconds() const;

    Console& console_;
    std::mutex mutex_;  // what is shown comes from any thread
    bool on_;
    std::string obligation_;
    std::size_t width_ = 0;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point shown_;
};

}  // namespace errata::reports
