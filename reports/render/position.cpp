#include "reports/render/position.h"

#include "dsl/base/text.h"
#include "reports/columns.h"

namespace errata::reports {

namespace {

constexpr std::size_t page_width = 100;

}  // namespace

std::string render_position(const PositionLines& position, bool everything) {
    std::string text;
    for (const std::string& line : position.board) text += "      " + line + "\n";
    std::vector<std::string> values;
    for (const StartLine& cell : position.cells) {
        if (cell.matters || everything) values.push_back(cell.path + " = " + cell.value);
    }
    if (!values.empty()) text += wrapped("Now: " + dsl::join(values, ", "), 2, page_width);
    if (!position.agenda.empty())
        text += wrapped("To be done: " + dsl::join(position.agenda, ", then "), 2, page_width);
    if (!position.pending.empty())
        text += wrapped("Set off, not yet placed: " + dsl::join(position.pending, ", "), 2, page_width);
    if (!position.ending.empty()) text += wrapped("The game is over: " + position.ending, 2, page_width);
    return text;
}

}  // namespace errata::reports
