#include "compiler/ir/phrase.h"

#include <algorithm>

namespace errata::compiler {

void Phrase::add(Part part) {
    if (part.text.empty()) return;
    if (!part.thing && !parts_.empty() && !parts_.back().thing)
        parts_.back().text += part.text;
    else
        parts_.push_back(std::move(part));
}

Phrase& Phrase::operator+=(const Phrase& more) {
    const std::size_t count = more.parts_.size();  // it may be this one
    for (std::size_t i = 0; i < count; ++i) add(more.parts_[i]);
    return *this;
}

bool Phrase::mentions(const Thing& thing) const {
    return std::ranges::any_of(parts_, [&](const Part& part) { return part.thing == thing; });
}

std::string Phrase::text() const {
    std::string result;
    for (const Part& part : parts_) result += part.text;
    return result;
}

Phrase join(const std::vector<Phrase>& parts, std::string_view separator) {
    Phrase result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) result += std::string(separator);
        result += parts[i];
    }
    return result;
}

}  // namespace errata::compiler
