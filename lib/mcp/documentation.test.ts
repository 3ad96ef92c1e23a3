import { expect, it } from "vitest";
import { findSections } from "./documentation.ts";
import { resultOf } from "./result.ts";

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

it.each([
  "the account record job event field",
  "an example with curl, JSON and code",
  "Python Go client webhook",
  "configuration variables",
  "accounts",
])("what is found for %s fits a result as it is sent", async (words) => {
  const body = { success: true, sections: await findSections(words) };
  expect(body.sections.length).toBeGreaterThan(0);
  const sent = JSON.stringify({ jsonrpc: "2.0", id: 7, result: resultOf(JSON.stringify(body), false) });
  expect(Buffer.byteLength(sent)).toBeLessThan(25_000);
});

it("finds nothing for words that no document has", async () => expect(await findSections("zyzzyva")).toEqual([]));
