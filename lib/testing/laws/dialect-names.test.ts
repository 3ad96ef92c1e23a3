import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_DIALECT, DIALECT_NAMES } from "#lib/emr/records-api/dialects/names";
import { ROOT } from "./source-files.ts";

/** The table of the dialects, and what is generated from the schema that names them. */
const ALLOWED = [
  "lib/emr/records-api/dialects/names.ts",
  "lib/emr/records-api/dialects/dialects.ts",
  "lib/client/package/operations.d.ts",
];

const sources = globSync("{app,components,lib,public,e2e}/**/*.{ts,tsx,js,mjs,css,sql}", { cwd: ROOT }).filter(
  (file) => !/\.(test|spec)\.tsx?$|^lib\/testing\/|^e2e\//.test(file) && !ALLOWED.includes(file),
);

it.each(DIALECT_NAMES.filter((name) => name !== DEFAULT_DIALECT))(
  "no file outside the folder of the dialect %s names it, but the table of the dialects",
  (name) => {
    const home = `lib/emr/records-api/dialects/${name}/`;
    const named = sources.filter(
      (file) =>
        !file.startsWith(home) &&
        (file.includes(name) || readFileSync(join(ROOT, file), "utf8").toLowerCase().includes(name)),
    );
    expect(named).toEqual([]);
    expect(sources.some((file) => file.startsWith(home))).toBe(true);
  },
);
