#include "reports/words/template.h"

#include <algorithm>
#include <type_traits>

#include "checker/plays/describe.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

using checker::Argument;
using checker::Fact;

namespace {

std::string with_commas(std::string digits) {
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
    return digits;
}

class Filling {
public:
    Filling(const std::vector<Argument>& arguments, const Saying& say, const Naming& naming)
        : arguments_(arguments), say_(say), naming_(naming) {}

    std::string fill(std::string_view text) const {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] != '{') {
                result += text[at++];
            } else if (at + 1 < text.size() && text[at + 1] == '{') {
                result += '{';
                at += 2;
            } else {
                const std::size_t end = end_of_hole(text, at);
                result += hole(text.substr(at + 1, end - at - 2));
                at = end;
            }
        }
        return result;
    }

private:
    // Behind the brace that closes the one at `at`.
    static std::size_t end_of_hole(std::string_view text, std::size_t at) {
        std::size_t depth = 0;
        do {
            ERRATA_CHECK(at < text.size());
            if (text[at] == '{') ++depth;
            if (text[at] == '}') --depth;
            ++at;
        } while (depth > 0);
        return at;
    }

    // "0", "0,", "0:, or ", "0|one|many".
    std::string hole(std::string_view inside) const {
        constexpr std::size_t digits = 1;
        const auto number = static_cast<std::size_t>(inside[0] - '0');
        ERRATA_CHECK(number < arguments_.size());
        const std::vector<std::string> parts = parts_of(arguments_[number]);
        const auto* const stated = std::get_if<std::int64_t>(&arguments_[number].value);
        if (stated && inside.substr(digits) == ",") return with_commas(parts.front());
        if (digits == inside.size() || inside.substr(digits) == ",") return checker::list_text(parts);
        if (inside[digits] == ':') return dsl::join(parts, inside.substr(digits + 1));
        const std::vector<std::string_view> forms = split(inside.substr(digits + 1));
        ERRATA_CHECK(forms.size() == 2 || forms.size() == 3);
        if (const auto* name = std::get_if<compiler::Phrase>(&arguments_[number].value))
            return fill(name->empty() ? forms.front() : forms.back());
        const std::size_t count = stated ? static_cast<std::size_t>(*stated) : parts.size();
        if (forms.size() == 3 && count == 0) return fill(forms[0]);
        return fill(count == 1 ? forms[forms.size() - 2] : forms.back());
    }

    // At the bars outside of holes.
    static std::vector<std::string_view> split(std::string_view text) {
        std::vector<std::string_view> result;
        std::size_t begin = 0;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == '{') {
                at = end_of_hole(text, at);
            } else if (text[at++] == '|') {
                result.push_back(text.substr(begin, at - 1 - begin));
                begin = at;
            }
        }
        result.push_back(text.substr(begin));
        return result;
    }

    std::vector<std::string> parts_of(const Argument& argument) const {
        return std::visit(
            [&](const auto& value) -> std::vector<std::string> {
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, compiler::Phrase>) {
                    return {naming_(value)};
                } else if constexpr (std::is_same_v<Value, std::int64_t>) {
                    return {std::to_string(value)};
                } else if constexpr (std::is_same_v<Value, std::vector<compiler::Phrase>>) {
                    return dsl::mapped(value, naming_);
                } else {
                    return dsl::mapped(value, [&](const Fact& fact) { return say_(fact); });
                }
            },
            argument.value);
    }

    const std::vector<Argument>& arguments_;
    const Saying& say_;
    const Naming& naming_;
};

}  // namespace

std::size_t holes_of(std::string_view text) {
    std::size_t most = 0;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const bool is_hole = text[at] == '{' && text[at + 1] >= '0' && text[at + 1] <= '9';
        if (is_hole) most = std::max(most, static_cast<std::size_t>(text[at + 1] - '0') + 1);
    }
    return most;
}

std::string filled(std::string_view text, const std::vector<Argument>& arguments, const Saying& say,
                   const Naming& naming) {
    return Filling(arguments, say, naming).fill(text);
}

}  // namespace errata::reports
