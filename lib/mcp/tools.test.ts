import { expect, it } from "vitest";
import { allTools } from "./tools.ts";

const listings = () => [...allTools().values()].map((tool) => tool.listing());

it("all tools together are listed in less than 40 kB", () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: listings() }))).toBeLessThan(40_000);
});

it("the tools that descriptions name exist", () => {
  const named = JSON.stringify(listings()).match(/\b(read|draft)_[a-z_]+\b/g) ?? [];
  expect(named.filter((name) => !allTools().has(name))).toEqual([]);
  expect(JSON.stringify(listings())).not.toMatch(/\b(GET|POST|PATCH|PUT|DELETE) \//);
});

it.each(listings().map((listing) => [listing.name, listing] as const))("%s says what it takes", (_name, listing) => {
  const { description, inputSchema } = listing;
  expect(description).not.toBe("");
  expect(JSON.stringify(inputSchema)).not.toMatch(/\$ref|"deprecated"|"pattern"/);
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(expect.arrayContaining(inputSchema.required ?? []));
});
