#include "dsl/base/date.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace errata::dsl {

namespace {

constexpr std::string_view form = "0000-00-00";

unsigned number_in(std::string_view digits) {
    unsigned number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

}  // namespace

std::optional<Date> read_date(std::string_view text) {
    const auto fits = [](char there, char wanted) {
        return wanted == '0' ? '0' <= there && there <= '9' : there == wanted;
    };
    if (!std::ranges::equal(text, form, fits)) return std::nullopt;
    const Date date{std::chrono::year(static_cast<int>(number_in(text.substr(0, 4)))),
                    std::chrono::month(number_in(text.substr(5, 2))),
                    std::chrono::day(number_in(text.substr(8, 2)))};
    if (!date.ok()) return std::nullopt;
    return date;
}

std::string date_text(const Date& date) {
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace errata::dsl
