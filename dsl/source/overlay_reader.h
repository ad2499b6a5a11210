// Some files as they are to be, over those of another reader: what a program is about to write, or what an
// editor has not saved yet, is read as if it had been written.
#pragma once

#include <map>
#include <string>

#include "dsl/source/file_reader.h"

namespace errata::dsl {

class OverlayReader : public FileReader {
public:
    // `under` must outlive it.
    explicit OverlayReader(const FileReader& under) : under_(under) {}

    void put(const std::string& path, std::string text);
    // Read from below again.
    void remove(const std::string& path);
    // The text that was put there, or null.
    const std::string* find(const std::string& path) const;

    std::optional<std::string> read(const std::string& path) const override;
    std::string why_unreadable(const std::string& path) const override;
    std::string resolved(const std::string& path) const override;
    std::optional<std::vector<std::string>> list(const std::string& path) const override;
    bool exists(const std::string& path) const override;
    std::string library() const override { return under_.library(); }

private:
    const FileReader& under_;
    std::map<std::string, std::string> texts_;  // by normal path
};

}  // namespace errata::dsl
