import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { catalog, internalJobs } from "#lib/catalog/generated/definitions";

const root = join(import.meta.dirname, "../../..");
const definitions = [...Object.values(catalog), ...Object.values(internalJobs)];

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** The folder of each operation's resource, by the operation's id. */
const homes = new Map(
  globSync("lib/resources/*/*/definition.ts", { cwd: root }).flatMap((file) => {
    const text = textOf(file);
    const home = file.split("/").slice(0, 3).join("/");
    return definitions.filter(({ id }) => text.includes(`id: "${id}"`)).map(({ id }) => [id, `${home}/`] as const);
  }),
);

/** Files that may name every operation, besides the tests and the migrations. */
const ALLOWED: readonly (string | RegExp)[] = [
  /\.test\.tsx?$/,
  /^lib\/testing\//,
  /^lib\/db\/migrations\//,
  // Made from the folders by a script; a test fails when they differ.
  "lib/catalog/generated/definitions.ts",
  "lib/catalog/generated/runners.ts",
  "lib/catalog/generated/samples.ts",
  "lib/catalog/generated/shown.ts",
  // Made from the catalogue by a script; a test fails when it differs.
  "lib/client/package/operations.d.ts",
  "lib/client/package/samples.ts",
];

const isAllowed = (file: string) =>
  ALLOWED.some((each) => (typeof each === "string" ? each === file : each.test(file)));

it("every operation is defined in the folder of a resource", () => {
  expect([...homes.keys()].sort()).toEqual(definitions.map(({ id }) => id).sort());
});

it("no file outside the folder of an operation's resource and the catalogue names its id", () => {
  const files = globSync("{app,components,lib,public}/**/*.{ts,tsx,js,mjs,sql}", { cwd: root }).filter(
    (file) => !isAllowed(file),
  );
  const named = files.flatMap((file) => {
    const text = textOf(file);
    const foreign = definitions.filter(({ id }) => !file.startsWith(homes.get(id) ?? root) && text.includes(id));
    return foreign.map(({ id }) => `${file} names ${id}`);
  });
  expect(named).toEqual([]);
});
