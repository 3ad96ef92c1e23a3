import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { registries } from "./registries.ts";
import { HEAD } from "./registry-text.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

it("is what the folders of lib/resources contain: run `npm run catalog` after a change", async () => {
  const generated = await registries();
  for (const [path, text] of Object.entries(generated)) expect(read(path), path).toBe(text);
  const routes = globSync("app/v1/**/route.ts", { cwd: ROOT }).filter((path) => read(path).startsWith(HEAD));
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((path) => !(path in generated))).toEqual([]);
});
