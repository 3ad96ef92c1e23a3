import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { registries } from "./registries.ts";

it("is what the folders of lib/resources contain: run `npm run catalog` after a change", async () => {
  for (const [path, text] of Object.entries(await registries())) {
    expect(readFileSync(join(import.meta.dirname, "../..", path), "utf8"), path).toBe(text);
  }
});
