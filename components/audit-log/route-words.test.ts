import { expect, it, test } from "vitest";
import { draftSummary, recordKind, summariesOf } from "./route-words.ts";

it("takes the description of each route from the API's description", () => {
  const summaries = summariesOf({
    paths: {
      "/payments": { post: { summary: "Post a payment" }, parameters: [{ summary: "None" }] },
      "/patients/{mrn}": { get: { summary: "One patient" }, put: { description: "No summary" } },
    },
  });
  expect([...summaries]).toEqual([
    ["POST /payments", "Post a payment"],
    ["GET /patients/{mrn}", "One patient"],
  ]);
  expect(summariesOf({}).size).toBe(0);
});

test.each([
  ["GET /patients/{mrn}", "Patient"],
  ["PATCH /api-clients/{id}", "API client"],
  ["POST /mcp-tokens", "MCP token"],
  ["DELETE /scim-tokens/{id}", "SCIM token"],
  ["POST /webhook-endpoints/{id}/rotate-secret", "Webhook endpoint"],
  ["GET /jobs/{job_id}/receipts/{receipt_id}", "Receipt"],
  ["POST /users", "User"],
  ["PATCH /staff/{id}", "Staff member"],
  ["MCP /drafts", "Draft"],
  ["", ""],
])("the target of %j is a %j", (route, kind) => expect(recordKind(route)).toBe(kind));

test("the description of a draft is made from its operation's name", () => {
  const operations = [{ id: "notes:create", name: "Chart note" }];
  expect(draftSummary("notes:create:draft", operations)).toBe("Draft chart note");
  expect(draftSummary("notes:create", operations)).toBeUndefined();
});
