// A Console is where a command reads and writes. Results go to `out`, diagnostics and progress to `err`.
// Nothing else prints, so a test can run the whole program in memory. The program also meets the terminal
// here: it asks the terminal for its width and colours, and it shows every character that a terminal would
// obey or hide.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "checker/driver/session.h"
#include "reports/columns.h"

namespace errata::reports {

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool in_is_terminal = false;
    bool wants_colour = true;  // where `out` is a terminal
    std::size_t width = default_width;
    // Texts that are no report but the file that was asked for (`fmt -`): byte for byte. Nothing: `out`.
    std::ostream* verbatim = nullptr;
    // Says that the reader of `out` has closed it, as `head` does. Then a failed write is no error.
    bool (*reader_is_gone)() = nullptr;
};

// Of the standard output: it is a pipe that nobody reads any more.
bool standard_output_is_unread();

// Whether results are printed in colour.
bool has_colour(const Console& console);

// One line on `err`, "errata: ..."; line breaks in names are spelled out.
void complain(Console& console, std::string_view sentence);

// Prints what is wrong with a spec: all diagnostics, and how many errors there were.
void print_diagnostics(const checker::Session& session, std::ostream& out);

// The border to the terminal. Whatever is printed passes through dsl::visible, so that a terminal neither
// obeys nor hides the name of a spec, of a file or of an argument. Our own colours pass where the console has
// any. A stream that cannot be written stays bad.
class VisibleBuffer : public std::streambuf {
public:
    // With `is_terminal`, colours and the return to the beginning of a line pass.
    VisibleBuffer(std::ostream& to, bool is_terminal) : to_(to), is_terminal_(is_terminal) {}
    ~VisibleBuffer() override;
    VisibleBuffer(const VisibleBuffer&) = delete;
    VisibleBuffer& operator=(const VisibleBuffer&) = delete;

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    void write(std::size_t size);

    std::ostream& to_;
    bool is_terminal_;
    std::string held_;  // not yet written: up to a whole line, so that no character is cut in two
};

class VisibleStream : private VisibleBuffer, public std::ostream {
public:
    VisibleStream(std::ostream& to, bool is_terminal)
        : VisibleBuffer(to, is_terminal), std::ostream(static_cast<VisibleBuffer*>(this)) {}
};

// Makes the standard streams fail where they cannot be written, instead of writing elsewhere or ending the
// program without a word.
void prepare_standard_streams();

// Columns that results are printed in: what COLUMNS says, also in a pipe, else those of the terminal; nothing
// where it is none, or does not say.
std::optional<std::size_t> terminal_width();

// Nobody asked for plain text: by NO_COLOR (https://no-color.org), or by a terminal that knows no colours.
bool environment_allows_colour();

}  // namespace errata::reports
