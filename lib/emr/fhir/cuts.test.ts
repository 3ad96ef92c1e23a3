import { afterEach, beforeAll, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { cutWrites } from "#lib/testing/fhir/cut-writes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const clinic = excerptOf(clinicResources(new Date()), {
  PractitionerRole: 10,
  Patient: 3,
  Appointment: 9,
  ServiceRequest: 3,
  Coverage: 1,
});

let server: TestFhirServer;
let front: FaultyFront;
afterEach(() => Promise.all([front.stop(), server.stop()]));

/** `npm run test:reliability -- fhir-cuts` cuts a thousand. */
it.each([
  ["creates on a condition", () => startMedplum()],
  ["ignores the condition of a create", () => startMedplum({ ifNoneExist: "ignored" })],
  ["also ignores versions", () => startReplayServer()],
  ["does no transactions", () => startMedplum({ transactions: "refused" })],
])(
  "40 answers that are cut after the commit of a server that %s write nothing twice and lose nothing",
  { tags: "long" },
  async (_which, start) => {
    server = await start();
    await server.load(clinic);
    front = await startFaultyFront(server.origin);
    const through = server.baseUrl.replace(server.origin, front.origin);
    const account = await linkClinic(database.asOwner, server, { through });
    const counts = await cutWrites({ server, front, clinic: account, query: database.asOwner }, 40);
    expect(counts.cut).toBeGreaterThanOrEqual(40);
    expect(counts.completed + counts.failed + counts.listed).toBe(counts.accepted);
    // A job whose every attempt was lost fails, rightly: `cutWrites` has checked that the server holds nothing of it.
    expect(counts.failed).toBeLessThan(counts.accepted / 10);
    expect(counts.listed).toBe(0);
  },
);
