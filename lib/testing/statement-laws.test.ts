import { expect, it } from "vitest";
import { brokenLaws } from "./statement-laws.ts";

it.each([
  ["SELECT set_config('app.organization_id', $1, true)", "A tenant is named by SET LOCAL"],
  ["SET app.organization_id = $1", "A tenant is named by SET LOCAL"],
  ["SELECT seq FROM stream_message ORDER BY xmin", "Nothing is read or ordered by transaction ids"],
  ["SELECT pg_current_xact_id()", "Nothing is read or ordered by transaction ids"],
  ["SELECT id FROM delivery WHERE status = $1 LIMIT $2 FOR UPDATE SKIP LOCKED", "SKIP LOCKED is the queue's"],
])("reports %s", (statement, law) => {
  expect(brokenLaws([statement])).toEqual([expect.stringContaining(`${law}`)]);
  expect(brokenLaws([statement])[0]).toContain(statement);
});

it("accepts a tenant's transaction, the queue's own statements, and one account's", () => {
  expect(
    brokenLaws([
      "SET LOCAL app.organization_id = $1",
      "SELECT id FROM queue.entry WHERE queue = $1 FOR UPDATE SKIP LOCKED",
      "SELECT id FROM job WHERE linked_account_id = $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED",
    ]),
  ).toEqual([]);
});
