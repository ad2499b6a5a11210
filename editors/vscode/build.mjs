// Bundles the extension, so that it runs without node_modules, and collects the licenses of what is bundled.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  metafile: true,
});

const packageOf = (file) => file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
const folders = new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean));

async function noticeOf(folder) {
  const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!license) throw new Error(`${folder} has no license`);
  return `${name} ${version}\n\n${(await readFile(`${folder}/${license}`, "utf8")).trim()}\n`;
}

const notices = await Promise.all([...folders].sort().map(noticeOf));
await writeFile("dist/NOTICES.txt", notices.join(`\n${"-".repeat(80)}\n\n`));
