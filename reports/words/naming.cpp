#include "reports/words/naming.h"

namespace errata::reports {

using compiler::Phrase;

const ObjectName* Naming::of(const compiler::Thing& object) const {
    const auto known = names_.find(object);
    return known == names_.end() ? nullptr : &known->second;
}

std::string Naming::operator()(const Phrase& phrase) const {
    const std::vector<Phrase::Part>& parts = phrase.parts();
    std::string result;
    std::size_t said = 0;  // of the words behind a thing
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ObjectName* const name = parts[i].thing ? of(*parts[i].thing) : nullptr;
        const std::string behind = i + 1 < parts.size() ? parts[i + 1].text : "";
        if (name == nullptr) {
            result += parts[i].text.substr(std::exchange(said, 0));
        } else if (result.ends_with(name->item + " (") && behind.starts_with(")")) {
            result.resize(result.size() - name->item.size() - 2);
            result += name->own;
            said = 1;
        } else if (result.ends_with(name->item + " (") && behind.starts_with(", ")) {
            result += name->rest;
            said = 2;
        } else {
            const bool is_bracketed = result.ends_with("(") && behind.starts_with(")");
            result += is_bracketed && name->keeps_brackets ? parts[i].text : name->whole;
        }
    }
    return result;
}

}  // namespace errata::reports
