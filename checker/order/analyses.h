// The analysis of orders, a row of the table (driver/analysis). It has no symbolic form; there it goes over a
// sample of boards (Task::searched).
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

void compare_orders(Task& task);

}  // namespace errata::checker
