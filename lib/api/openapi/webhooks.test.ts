import { beforeAll, expect, it } from "vitest";
import { undescribedEvent } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: FullClinic;

beforeAll(async () => {
  clinic = await openFullClinic(database);
});

it("describes every sent event correctly", async () => {
  const events = await database.asOwner<{ envelope: { type: string } }>(
    "SELECT envelope FROM event WHERE linked_account_id = $1",
    [clinic.tenant.linkedAccountId],
  );
  expect(new Set(events.map(({ envelope }) => envelope.type)).size).toBeGreaterThan(5);
  for (const { envelope } of events) {
    expect(undescribedEvent(envelope), JSON.stringify(envelope)).toEqual([]);
    expect(undescribedEvent({ ...envelope, more: 1 } as { type: string })).not.toEqual([]);
  }
});
