import { afterEach, beforeAll, expect, it } from "vitest";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { passDay } from "#lib/testing/fhir/day-of-changes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { assertSameRecords, assertShown } from "#lib/testing/fhir/same-records";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const clinic = excerptOf(clinicResources(new Date()), {
  PractitionerRole: 39,
  Patient: 20,
  Slot: 20,
  Appointment: 60,
  ServiceRequest: 20,
  DocumentReference: 20,
});

let server: TestFhirServer;
afterEach(() => server.stop());

/** `npm run test:reliability -- fhir-changes` changes the whole clinic. */
it.each([
  ["Medplum's router", () => startMedplum()],
  [
    "Medplum's router with times in whole seconds and `_sort` refused",
    () => startMedplum({ wholeSeconds: true, parameters: { _sort: "refused" } }),
  ],
  ["a simple server", () => startReplayServer()],
])(
  "after a day of changes behind its back in %s, the next sync makes every record equal the server's",
  { tags: "long" },
  async (_which, start) => {
    server = await start();
    await server.load(clinic);
    const account = await linkClinic(database.asOwner, server);
    await assertShown(database.asOwner, account, server);
    await passDay(server, 80);
    await syncAccount(account.tenant);
    await assertShown(database.asOwner, account, server);
    const fresh = await linkClinic(database.asOwner, server);
    await assertSameRecords(database.asOwner, account, fresh);
    expect(account.tenant.linkedAccountId).not.toBe(fresh.tenant.linkedAccountId);
  },
);
