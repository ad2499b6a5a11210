#include "compiler/smt/encoding_limits.h"

namespace errata::compiler {

bool EncodingLimits::is_too_large() {
    if (!pool_.is_exceeded()) return false;
    pool_.clear_exceeded();
    not_analysed(of_more_bits);
    return true;
}

bool EncodingLimits::gives_up() {
    constexpr std::size_t looks_at_once = 256;
    if (pool_.nodes().size() > options_.formula_limit) gave_up_ = true;
    if (!gave_up_ && ++looks_ % looks_at_once == 0 && options_.stop && options_.stop()) gave_up_ = true;
    return gave_up_;
}

}  // namespace errata::compiler
