#include "tests/metamorphic/corpus.h"

#include "tests/metamorphic/known_differences.h"

namespace errata::metamorphic {

std::optional<Subject> read_subject(const std::string& path) { return subject_of(read_spec(path)); }

std::optional<Subject> subject_of(const std::optional<Spec>& spec) {
    if (!spec) return std::nullopt;
    Subject subject{*spec, vocabulary_of(*spec), said_of(*spec)};
    if (!subject.said.wrong.empty()) return std::nullopt;
    return subject;
}

Tried try_rewriting(const Subject& subject, const Rewriting& rewriting, std::uint64_t seed) {
    Random random(seed);
    const auto rewritten = rewriting.rewrite(subject.original(), random);
    if (!rewritten) return {};
    Tried tried{true, "", ""};
    const Texts written = texts(rewritten->spec);
    for (const auto& [file, text] : written) tried.text += "-- " + file + "\n" + text;
    const auto read = read_spec(written, rewritten->spec.path);
    if (!read) {
        tried.difference = "cannot be parsed";
    } else if (!is_same_tree(rewritten->spec, *read)) {
        tried.difference = "is read otherwise than it was written";
    } else {
        tried.difference = difference(subject.said, said_of(written, rewritten->spec.path), rewriting.keeps,
                                      rewritten->names, rewritten->added);
    }
    return tried;
}

const char* known_reason(const std::string& path, const std::string& rewriting) {
    for (const KnownDifference& known : known_differences) {
        if (path.ends_with(known.spec) && (known.rewriting.empty() || known.rewriting == rewriting))
            return known.reason.data();
    }
    return nullptr;
}

}  // namespace errata::metamorphic
