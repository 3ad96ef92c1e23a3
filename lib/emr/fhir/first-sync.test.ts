import { afterEach, beforeAll, expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { linkUnsynced } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { assertShown } from "#lib/testing/fhir/same-records";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const clinic = excerptOf(clinicResources(new Date()), { Patient: 40, Appointment: 80, ServiceRequest: 10 });
/** Requests between two failures. */
const REQUESTS = 12;

let server: MedplumServer;
let front: FaultyFront;
afterEach(() => Promise.all([front.stop(), server.stop()]));

/** Syncs until no sync fails. */
async function syncToEnd(sync: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await sync();
      return;
    } catch (error) {
      if (!(error instanceof EmrError)) throw error;
    }
  }
}

/** `npm run test:reliability -- fhir-syncs` kills the process during the first sync of 100,000 rows. */
it.each(["offset", "held"] as const)(
  "a first sync whose requests fail again and again goes on at the page in progress, with pages by %s",
  { tags: "long" },
  async (paging) => {
    server = await startMedplum({ paging, maxPageSize: 10 });
    await server.load(clinic);
    front = await startFaultyFront(server.origin);
    const through = server.baseUrl.replace(server.origin, front.origin);
    const account = await linkUnsynced(database.asOwner, server, { through });
    let requests = 0;
    front.endOf = () => (++requests % REQUESTS === 0 ? "failed" : "answered");
    await syncToEnd(() => syncAccount(account.tenant));
    expect(requests).toBeGreaterThan(REQUESTS);
    await assertShown(database.asOwner, account, server);
  },
);
