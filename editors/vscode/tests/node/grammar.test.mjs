// The grammar and the language: every word that the language reserves is known here, and every spec of the
// project is coloured as it is read: items at the margin, printed text below printed items.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const root = process.env.ERRATA_ROOT;
assert.ok(root, "ERRATA_ROOT is the folder of the project");
const source = (...path) => readFileSync(join(root, ...path), "utf8");

const path = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
await oniguruma.loadWASM(readFileSync(path));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => {
    const file = "syntaxes/errata.tmLanguage.json";
    return textmate.parseRawGrammar(readFileSync(file, "utf8"), file);
  },
});
const grammar = await registry.loadGrammar("source.errata");

/** The lines of a text, each with its tokens. */
function colour(text) {
  let stack = textmate.INITIAL;
  return text.split(/\r?\n/).map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    const words = tokens.map((token) => ({
      text: line.slice(token.startIndex, token.endIndex),
      scopes: token.scopes.join(" "),
    }));
    return { line, tokens: words };
  });
}

const scopesOf = (text, word) =>
  colour(text)
    .flatMap(({ tokens }) => tokens)
    .find((token) => token.text.trim() === word)?.scopes ?? "";

/** The texts in quotes in a part of a source file. */
function quotedIn(text, begin, end) {
  const from = text.indexOf(begin);
  assert.ok(from >= 0, begin);
  return [...text.slice(from, text.indexOf(end, from)).matchAll(/"([a-z]+)"/g)].map((match) => match[1]);
}

const words = source("dsl/ast/words.cpp");
const itemKeywords = quotedIn(words, "item_keywords()", "};");
const reserved = quotedIn(words, "is_reserved(", "};");
const abilities = quotedIn(words, "ability_keywords()", "};");

test("every word that begins an item is known", () => {
  assert.ok(itemKeywords.length > 30);
  for (const word of itemKeywords) assert.match(scopesOf(`${word} x`, word), /storage\.type\.item/, word);
});

test("every reserved word is known", () => {
  assert.ok(reserved.length > 30);
  for (const word of reserved) {
    const scopes = scopesOf(`rule "x" {\n    f(a) ${word} b\n}`, word);
    assert.match(scopes, /\b(keyword|constant\.language)\b/, word);
  }
});

test("every word that begins a statement or an ability is known", () => {
  const rows = source("dsl/ast/statements.def").matchAll(/^ERRATA_STATEMENT\(\w+, "([a-z]+)"/gm);
  const statements = [...rows].map((match) => match[1]).filter((word) => word !== "foreach");
  assert.ok(statements.length > 20 && abilities.length > 8);
  const withLabel = { end: '"x"', ending: '"x"', may: '"x"', take: '"x"' };
  const follows = { ...withLabel, cancel: "", later: "at x", secretly: "{" };
  for (const word of [...statements, ...abilities]) {
    const scopes = scopesOf(`rule "x" {\n    ${word} ${follows[word] ?? "x"}\n}`, word);
    assert.match(scopes, /\bkeyword\b/, word);
  }
});

function specsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return specsBelow(path);
    return entry.name.endsWith(".rules") ? [path] : [];
  });
}

/** What a line of a spec is, read without the grammar. */
function* sortsOf(lines) {
  let isPrinted = false;
  let meaning = Infinity;
  for (const { line, tokens } of lines) {
    const indent = line.search(/\S/);
    const word = /^[A-Za-z][\w']*/.exec(line)?.[0];
    if (word) isPrinted = !itemKeywords.includes(word);
    const closes = /^\s+[}\])]/.test(line);
    if (word || (indent >= 0 && indent <= meaning && !closes)) meaning = Infinity;
    if (isPrinted && /^\s+=(\s|$)/.test(line)) meaning = indent;
    const isText = isPrinted && indent > 0 && meaning === Infinity && !/^\s+--/.test(line);
    yield { line, tokens, word, isPrinted, isText };
  }
}

test("every spec is coloured as it is read", () => {
  const specs = specsBelow(join(root, "specs"));
  assert.ok(specs.length > 100);
  let texts = 0;
  for (const spec of specs) {
    for (const { line, tokens, word, isPrinted, isText } of sortsOf(colour(readFileSync(spec, "utf8")))) {
      const place = `${spec}: ${line}`;
      const sort = isPrinted ? /storage\.type\.printed/ : /storage\.type\.item/;
      if (word) assert.match(tokens[0].scopes, sort, place);
      if (!isText || /^\s+version\s/.test(line)) continue;
      ++texts;
      const scopes = tokens.map((token) => token.scopes).join(" ");
      assert.match(scopes, /string\.unquoted\.printed/, place);
      assert.doesNotMatch(scopes, /keyword|constant\.language/, place);
    }
  }
  assert.ok(texts > 300);
});
