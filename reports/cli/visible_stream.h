// The border to the terminal: whatever is printed passes through dsl::visible, so that no name of a spec, of
// a file or of an argument can be obeyed or hidden there. Our own colours pass where the console has any. A
// stream that cannot be written stays bad.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace errata::reports {

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

}  // namespace errata::reports
