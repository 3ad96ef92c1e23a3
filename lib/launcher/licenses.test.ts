import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { refusedPackages, shippedPackages } from "./licenses.ts";

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

it("everything that ships has a license that allows it", () => {
  const shipped = shippedPackages(lock);
  expect(shipped.length).toBeGreaterThan(200);
  expect(shipped.map(({ name }) => name)).toContain("next");
  expect(refusedPackages(shipped)).toEqual([]);
});

it.each([
  ["", true],
  ["GPL-3.0-only", true],
  ["MIT AND LGPL-3.0-or-later", true],
  ["SEE LICENSE IN LICENSE", true],
  ["(MIT OR GPL-2.0-only)", false],
  ["Apache-2.0 AND MIT", false],
])("a package under %j is refused: %s", (license, isRefused) => {
  expect(refusedPackages([{ name: "some", version: "1.0.0", license }])).toHaveLength(isRefused ? 1 : 0);
});

it("a decision is for one package's license alone", () => {
  const named = (name: string, license: string) => refusedPackages([{ name, version: "1.0.0", license }]).length;
  expect(named("@img/sharp-linux-x64", "Apache-2.0 AND LGPL-3.0-or-later")).toBe(0);
  expect(named("@img/sharp-linux-x64", "GPL-3.0-only")).toBe(1);
  expect(named("other-sharp", "LGPL-3.0-or-later")).toBe(1);
});

it("packages for development do not ship", () => {
  const packages = { "": {}, "node_modules/a": { version: "1.0.0", license: "MIT" }, "node_modules/b": { dev: true } };
  expect(shippedPackages({ packages })).toEqual([{ name: "a", version: "1.0.0", license: "MIT" }]);
});
