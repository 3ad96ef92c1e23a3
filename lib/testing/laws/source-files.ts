import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** An import or re-export of a source file or a package. */
export interface Import {
  specifier: string;
  /** Path from the root; null for packages. */
  file: string | null;
  typeOnly: boolean;
  /** True for `import()`, which loads its module on demand. */
  onDemand: boolean;
}

const FOLDERS = ["app", "components", "lib"];
const ENDINGS = ["", ".ts", ".tsx", ".mjs"];

/** The product's files; tests and lib/testing belong to no room. */
const files: readonly string[] = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
  { cwd: ROOT },
).filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("lib/testing/"));

/** All source files of the product, without declarations. */
export const sourceFiles: readonly string[] = files.filter((file) => !file.endsWith(".d.ts"));

const known = new Set(files);

function fileOf(specifier: string, importer: string): string | null {
  if (!/^[.#]/.test(specifier)) return null;
  const path = specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(importer), specifier));
  return ENDINGS.map((ending) => path + ending).find((candidate) => known.has(candidate)) ?? null;
}

/** Returns a file's imports, including dynamic ones and re-exports. */
function importsOf(importer: string): Import[] {
  const source = readFileSync(join(ROOT, importer), "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(importer, source).module;
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
      onDemand: false,
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType, onDemand: false }] : [],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: source.slice(start + 1, end - 1),
      typeOnly: false,
      onDemand: true,
    })),
  ];
  return found.map((each) => ({ ...each, file: fileOf(each.specifier, importer) }));
}

export const imports: ReadonlyMap<string, readonly Import[]> = new Map(
  sourceFiles.map((file) => [file, importsOf(file)]),
);
