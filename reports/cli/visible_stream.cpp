#include "reports/cli/visible_stream.h"

#include <array>
#include <string_view>

#include "dsl/base/text.h"

namespace errata::reports {

namespace {

// What our own reports and the progress line contain.
constexpr std::array<std::string_view, 5> obeyed = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[0m",
                                                    "\r"};

std::string shown(std::string_view text) {
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 0;
        for (const std::string_view code : obeyed) {
            if (text.substr(at).starts_with(code)) length = code.size();
        }
        if (length == 0) {
            ++at;
            continue;
        }
        result += dsl::visible(text.substr(from, at - from));
        result += text.substr(at, length);
        from = at += length;
    }
    return result + dsl::visible(text.substr(from));
}

}  // namespace

VisibleBuffer::~VisibleBuffer() { write(held_.size()); }

void VisibleBuffer::write(std::size_t size) {
    const std::string_view text = std::string_view(held_).substr(0, size);
    to_ << (is_terminal_ ? shown(text) : dsl::visible(text));
    held_.erase(0, size);
}

VisibleBuffer::int_type VisibleBuffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize VisibleBuffer::xsputn(const char* text, std::streamsize size) {
    held_.append(text, static_cast<std::size_t>(size));
    const std::size_t line = held_.rfind('\n');
    if (line != std::string::npos) write(line + 1);
    return to_ ? size : 0;
}

// A prompt and the progress line are no whole lines, but whole words.
int VisibleBuffer::sync() {
    write(held_.size());
    return to_.flush() ? 0 : -1;
}

}  // namespace errata::reports
