// Days of the calendar, as they are written in specifications and on the command line: 2027-03-01.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace errata::dsl {

using Date = std::chrono::year_month_day;

// Nothing: it is not of this form, or the calendar has no such day.
std::optional<Date> read_date(std::string_view text);
std::string date_text(const Date& date);

}  // namespace errata::dsl
