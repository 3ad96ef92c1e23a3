import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { commonJsOf } from "./common-js.ts";
import type { PackageFile } from "./tarball.ts";

/** The command line's script. */
const COMMAND = "cli.js";
const SOURCES = "lib/client/package";
const entry = (types: string, script: string) => ({
  import: { types: `./${types}.d.ts`, default: `./${script}.js` },
  require: { types: `./${types}.d.cts`, default: `./${script}.cjs` },
});
/** The package's entry points: the name of each below the package, its scripts and its types. */
const ENTRIES = { ".": entry("face", "index"), "./react": entry("react-face", "react") };
/** Scripts that only the command line loads, which is a program of its own. */
const OF_COMMAND = /^(cli(-\w+)?|samples)\.js$/;

/** Comments on lines of their own: they are for readers of the source, and a page would load them. */
const COMMENTS = /^[ \t]*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)\n/gm;

/** Returns a source as the JavaScript that its readers import. Its types stand in the `.d.ts` files. */
const scriptOf = (source: string): string =>
  stripTypeScriptTypes(source)
    .replace(/(from|import\()( ?)"(\.\/[\w-]+)\.ts"/g, '$1$2"$3.js"')
    .replace(COMMENTS, "")
    // Spaces and lines that stripping leaves in place of types.
    .replace(/[ \t]+$/gm, "")
    .replace(/(?<=\S) {2,}/g, " ")
    .replace(/\n{3,}/g, "\n\n");

const manifestOf = (version: string) => ({
  name: "@clinical-records/client",
  version,
  description: "The client of a Clinical Records deployment, made from its own definitions",
  license: "UNLICENSED",
  type: "module",
  engines: { node: ">=20" },
  sideEffects: false,
  exports: ENTRIES,
  main: "./index.cjs",
  types: "./face.d.ts",
  bin: { records: `./${COMMAND}` },
  peerDependencies: { react: ">=18" },
  peerDependenciesMeta: { react: { optional: true } },
});

/** Returns the version of the product whose files are in `root`. */
export const productVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;

/** Returns the files of the client's package, of the product whose files are in `root`. */
export function packageFiles(root: string): PackageFile[] {
  const names = readdirSync(join(root, SOURCES)).filter((name) => !name.includes(".test."));
  const sources = names.flatMap((name): PackageFile[] => {
    const source = readFileSync(join(root, SOURCES, name), "utf8");
    if (!name.endsWith(".ts") || name.endsWith(".d.ts")) return [{ name, text: source }];
    const script = { name: name.replace(/\.ts$/, ".js"), text: scriptOf(source) };
    if (OF_COMMAND.test(script.name)) return [{ ...script, executable: script.name === COMMAND }];
    return [script, { name: name.replace(/\.ts$/, ".cjs"), text: commonJsOf(script.text) }];
  });
  return [
    { name: "package.json", text: `${JSON.stringify(manifestOf(productVersion(root)), null, 2)}\n` },
    { name: "embed.d.ts", text: readFileSync(join(root, "public/embed.d.ts"), "utf8") },
    ...sources,
  ];
}
