import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formatted } from "./formatted.ts";
import { generatedFiles } from "./generated.ts";
import { typeOf } from "./schema-type.ts";

it("is what the definitions give: run `npm run client` after a change", { tags: "long" }, () => {
  const files = Object.entries(generatedFiles());
  expect(files.map(([name]) => name)).toEqual(["routes.ts", "samples.ts", "operations.d.ts"]);
  for (const [name, text] of files) {
    const kept = readFileSync(new URL(`../package/${name}`, import.meta.url), "utf8");
    expect(kept === formatted(name, text), `${name} differs from the definitions`).toBe(true);
  }
});

it("refuses a schema that it cannot express", () => {
  expect(() => typeOf({ type: "string", not: {} }, "answer")).toThrow("not");
  expect(() => typeOf({ type: "date" }, "answer")).toThrow("date");
});
