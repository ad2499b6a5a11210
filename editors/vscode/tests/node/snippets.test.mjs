// Each snippet is a recipe of the cookbook: with the words that it proposes, its parts stand there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = process.env.ERRATA_ROOT;
assert.ok(root, "ERRATA_ROOT is the folder of the project");
const cookbook = readFileSync(join(root, "docs/cookbook.md"), "utf8");
const snippets = JSON.parse(readFileSync("snippets/errata.json", "utf8"));

const onOneLine = (text) => text.replace(/\s+/g, " ").trim();

/** The recipes: their titles, each with its rules code. */
const recipes = new Map(
  [...cookbook.matchAll(/^## \d+\. (.+)\n[^]*?^```rules\n([^]*?)^```/gm)].map(([, title, code]) => [
    title,
    onOneLine(code),
  ]),
);

/** The text that is inserted if every proposal is taken. */
function proposed(body) {
  const proposals = new Map();
  const opened = body.replace(/\$\{(\d+):((?:\\.|[^}\\])*)\}/g, (_, number, words) => {
    const text = words.replace(/\\(.)/g, "$1");
    proposals.set(number, text);
    return text;
  });
  return opened.replace(/\$(\d+)/g, (_, number) => {
    assert.ok(proposals.has(number), `$${number} has a proposal`);
    return proposals.get(number);
  });
}

test("there is a snippet for each recipe", () => {
  assert.deepEqual(Object.keys(snippets), [...recipes.keys()]);
});

test("prefixes differ", () => {
  const prefixes = Object.values(snippets).map((snippet) => snippet.prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
});

for (const [title, { body }] of Object.entries(snippets)) {
  test(`"${title}" has the words of its recipe`, () => {
    for (const part of proposed(body.join("\n")).split("\n\n")) {
      assert.ok(recipes.get(title).includes(onOneLine(part)), part);
    }
  });
}
