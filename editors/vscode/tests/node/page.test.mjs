// The page in a webview: its policy names the script that is added.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: ["src/page.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const { pageForWebview } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const page = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy"
content="style-src &#39;sha256-a=&#39;; script-src &#39;sha256-b=&#39;; img-src data:">
</head><body><p>&lt;/body&gt; ; script-src $&amp;</p><script>own()</script></body></html>`;

test("the policy allows the script that is added, and what it allowed before", () => {
  const whole = pageForWebview(page, { anchor: "12ab", number: 3 });
  const [own, added] = [...whole.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1]);
  assert.equal(own, "own()");
  assert.ok(added.endsWith('({"anchor":"12ab","number":3});'));
  const hash = createHash("sha256").update(added).digest("base64");
  assert.ok(whole.includes(`; script-src 'sha256-${hash}' &#39;sha256-b=&#39;; img-src`));
  assert.ok(whole.endsWith("</script></body></html>"));
});

test("an anchor cannot end the script", () => {
  const whole = pageForWebview(page, { anchor: "</script><b>", number: 1 });
  assert.ok(!whole.includes("<b>"));
});
