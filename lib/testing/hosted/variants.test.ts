import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VARIANTS } from "./variants.ts";

const ROOT = new URL("../../../", import.meta.url);
const document = readFileSync(new URL("docs/connectors.md", ROOT), "utf8");
const [, section = ""] = document.split("\n### Two readings, both survived\n");
const rows = section
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2);

it("docs/connectors.md says of each switch how both readings are survived", () => {
  const named = rows?.map((row) => row.split(" | ")[0]).join(" ") ?? "";
  expect(Object.keys(VARIANTS).filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});

it("docs/connectors.md names tests of them that exist", () => {
  const files = rows?.flatMap((row) => [...row.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file]) => file ?? "")) ?? [];
  expect(files.length).toBeGreaterThan(10);
  const missing = files.filter((file) => globSync(`lib/**/${file}`, { cwd: ROOT }).length === 0);
  expect(missing).toEqual([]);
});
