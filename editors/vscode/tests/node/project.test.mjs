// What the extension has in common with the project, and what must not lie in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = process.env.ERRATA_ROOT;
assert.ok(root, "ERRATA_ROOT is the folder of the project");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock = readFileSync("package-lock.json", "utf8");

test("it has the version of the project", () => {
  const build = readFileSync(join(root, "CMakeLists.txt"), "utf8");
  const [, version] = /^project\(errata VERSION ([\d.]+)/m.exec(build);
  assert.equal(manifest.version, version);
  assert.equal(JSON.parse(lock).version, version);
});

test("the lock file names no host that packages come from", () => {
  assert.doesNotMatch(lock, /"resolved"|registry/);
});

test("versions are exact", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
  for (const [name, version] of Object.entries(wanted)) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});
