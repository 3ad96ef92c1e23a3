import { expect, it } from "vitest";
import { findSections } from "./documentation.ts";

it.each([
  ["retry webhook deliveries", "decisions.md"],
  ["rotate the signing secret of a webhook endpoint", "decisions.md"],
  ["MCP token assistant draft", "mcp.md"],
  ["embed iframe session", "embedding.md"],
  ["single sign-on SCIM directory", "people.md"],
  ["backup restore", "operations.md"],
  ["idempotncy key", "decisions.md"],
])("%s is found in %s", async (words, document) => {
  const found = await findSections(words);
  expect(found.map((section) => section.document)).toContain(document);
  expect(found.every(({ heading, text }) => heading !== "" && text !== "")).toBe(true);
});

it("finds at most 20 kB, and nothing for words that no document has", async () => {
  const found = await findSections("the account record job event field");
  expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(25_000);
  expect(await findSections("zyzzyva")).toEqual([]);
});
