import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { catalog, internalJobs } from "#lib/catalog/catalog";

const root = join(import.meta.dirname, "../../..");
const definitions = [...Object.values(catalog), ...Object.values(internalJobs)];

/** Files that may name an operation, besides its folder, the tests and the migrations. */
const ALLOWED: readonly (string | RegExp)[] = [
  /\.test\.tsx?$/,
  /^lib\/testing\//,
  /^lib\/db\/migrations\//,
  /^lib\/resources\/[\w-]+\//,
  // The catalog: one entry of each kind per operation.
  "lib/catalog/runners.ts",
  "lib/catalog/samples.ts",
  "lib/catalog/shown.ts",
  // Made from the catalogue by a script; a test fails when it differs.
  "lib/client/package/operations.d.ts",
  "lib/client/package/samples.ts",
  // The index and the check that allow only one settings sync at a time.
  "lib/db/tables/jobs.ts",
  "lib/jobs/lifecycle/retry-job.ts",
];

const isAllowed = (file: string) =>
  ALLOWED.some((each) => (typeof each === "string" ? each === file : each.test(file)));

it("no file outside an operation's folder and the catalogue names its id", () => {
  const files = globSync("{app,components,lib,public}/**/*.{ts,tsx,js,mjs,sql}", { cwd: root }).filter(
    (file) => !isAllowed(file),
  );
  const named = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return definitions.filter(({ id }) => text.includes(id)).map(({ id }) => `${file} names ${id}`);
  });
  expect(named).toEqual([]);
});
