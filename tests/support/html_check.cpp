#include "tests/support/html_check.h"

#include <regex>

namespace errata::tests {

namespace {

const std::set<std::string> lone = {"meta", "input"};
const std::set<std::string> raw = {"style", "script"};

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    Page read() {
        if (!text_.starts_with("<!doctype html>")) fail("no doctype");
        at_ = text_.find('>') + 1;
        while (page_.offence.empty() && at_ < text_.size()) {
            const std::size_t tag = std::min(text_.find('<', at_), text_.size());
            page_.words += text_.substr(at_, tag - at_) + " ";
            at_ = tag;
            if (at_ < text_.size()) read_tag();
        }
        if (!open_.empty()) fail("<" + open_.back() + "> is not closed");
        for (const std::string& link : page_.links) {
            if (!page_.ids.contains(link)) fail("#" + link + " leads nowhere");
        }
        return page_;
    }

private:
    void fail(const std::string& offence) {
        if (page_.offence.empty()) page_.offence = offence + " at " + std::to_string(at_);
    }

    void read_tag() {
        static const std::regex tag(R"re(<(/?)([a-zA-Z0-9]+)((?:\s[a-zA-Z-]+="[^"<>]*")*)>)re");
        std::smatch match;
        const std::size_t end = std::min(text_.find('>', at_), text_.size() - 1) + 1;
        const std::string piece = text_.substr(at_, end - at_);
        if (!std::regex_match(piece, match, tag)) return fail("no tag: " + piece.substr(0, 80));
        at_ = end;
        const std::string name = match[2];
        if (match[1] == "/") return close(name);
        page_.elements.insert(name);
        read_attributes(match[3]);
        if (lone.contains(name)) return;
        open_.push_back(name);
        if (raw.contains(name)) at_ = std::min(text_.find("</" + name, at_), text_.size());
    }

    void close(const std::string& name) {
        if (open_.empty() || open_.back() != name) return fail("</" + name + "> closes nothing");
        open_.pop_back();
    }

    void read_attributes(const std::string& attributes) {
        static const std::regex attribute(R"re(([a-zA-Z-]+)="([^"]*)")re");
        for (std::sregex_iterator one(attributes.begin(), attributes.end(), attribute), end; one != end;
             ++one) {
            const std::string name = (*one)[1];
            const std::string value = (*one)[2];
            page_.attributes.insert(name);
            if (name == "id" && !page_.ids.insert(value).second) fail("the id " + value + " is given twice");
            if (name == "href" && value.starts_with("#")) page_.links.push_back(value.substr(1));
        }
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
    Page page_;
};

}  // namespace

Page read_page(const std::string& text) { return Reader(text).read(); }

}  // namespace errata::tests
