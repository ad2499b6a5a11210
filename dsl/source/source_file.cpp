#include "dsl/source/source_file.h"

#include <algorithm>

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::dsl {

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
}

Position SourceFile::position(std::uint32_t offset) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    return {line, offset - line_starts_[line - 1] + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
    ERRATA_CHECK(number >= 1 && number <= line_starts_.size());
    const std::size_t begin = line_starts_[number - 1];
    std::size_t end = text_.find('\n', begin);
    if (end == std::string::npos) end = text_.size();
    if (end > begin && text_[end - 1] == '\r') --end;
    return std::string_view(text_).substr(begin, end - begin);
}

std::uint32_t SourceSet::add(std::string path, std::string text) {
    files_.emplace_back(std::move(path), std::move(text));
    return static_cast<std::uint32_t>(files_.size() - 1);
}

std::string SourceSet::place(Span span) const {
    if (!span.is_valid()) return "";
    const SourceFile& source = file(span.file);
    const Position at = source.position(span.begin);
    return visible_word(source.path()) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string_view SourceSet::text(Span span) const {
    if (!span.is_valid()) return {};
    return std::string_view(file(span.file).text()).substr(span.begin, span.end - span.begin);
}

}  // namespace errata::dsl
