import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { registries } from "./registries.ts";

it("is what the folders of lib/resources contain: run `npm run catalog` after a change", async () => {
  for (const [name, text] of Object.entries(await registries())) {
    expect(readFileSync(join(import.meta.dirname, "../generated", name), "utf8"), name).toBe(text);
  }
});
