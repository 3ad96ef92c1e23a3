/** @module-tag long */
import type { ChildProcess } from "node:child_process";
import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { forgetSingleton } from "#lib/kernel/singleton";
import { enqueue } from "#lib/queue/queue";
import { type ExportingServer, startExportingServer } from "#lib/testing/fhir/bulk/exporting-server";
import type { BulkQuirks } from "#lib/testing/fhir/bulk/quirks";
import { linkServer } from "#lib/testing/fhir/linked-case";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { patient, practitioner, visit } from "#lib/testing/fhir/replay/small-clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker } from "#lib/testing/worker-process";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

/** Decisions §6: a dead process's work is resumed within 30 s. */
const RECOVERY_MS = 30_000;
const PATIENTS = 1_000;

const workers: ChildProcess[] = [];
let server: ExportingServer;
let account: TestAccount;

afterEach(async () => {
  await Promise.all(workers.splice(0).map(killWorker));
  await server.stop();
});

const clinic = (): FhirResource[] => {
  const people = Array.from({ length: PATIENTS }, (_, index) => `p${index}`);
  return [
    ...practitioner("dr1"),
    ...people.flatMap((id) => patient(id).filter(({ resourceType }) => resourceType === "Patient")),
    ...people.map((id, index) => visit(`a-${id}`, "dr1", id, index % 10)),
  ];
};

/** The bytes of the first part of the lines of a type. */
const bytesOf = (type: string, part: number): number => {
  const all = clinic().filter(({ resourceType }) => resourceType === type);
  return Math.floor(Buffer.byteLength(all.map((each) => `${JSON.stringify(each)}\n`).join("")) * part);
};

const row = async (kind: string) => {
  const [found] = await database.asOwner<{
    pages: number;
    rows: number;
    reading: boolean;
    status: string;
    note: string;
  }>("SELECT pages, rows, reading, status, note FROM sync_kind WHERE linked_account_id = $1 AND kind = $2", [
    account.tenant.linkedAccountId,
    kind,
  ]);
  return found;
};

const idsIn = async (table: string, column: string): Promise<string[]> =>
  (
    await database.asOwner<{ id: string }>(`SELECT ${column} AS id FROM ${table} WHERE linked_account_id = $1`, [
      account.tenant.linkedAccountId,
    ])
  ).map(({ id }) => id);

/** Starts a worker process, and kills it once something holds. */
async function killOnce(holds: () => Promise<void>): Promise<void> {
  const worker = await startWorker();
  workers.push(worker);
  await vi.waitFor(holds, { timeout: RECOVERY_MS, interval: 20 });
  await killWorker(worker);
}

const asked = (what: string) => server.bulk.requests.filter((each) => each.includes(what));

async function enqueueSync(): Promise<void> {
  const { linkedAccountId } = account.tenant;
  await withTenant(account.tenant, (tx) =>
    enqueue(tx, "syncs", { ...account.tenant, requestedAt: new Date().toISOString() }, { group: linkedAccountId }),
  );
}

async function finish(): Promise<void> {
  workers.push(await startWorker());
  await vi.waitFor(
    async () => {
      expect(await database.asOwner("SELECT FROM queue.entry WHERE queue = 'syncs' AND ended_at IS NULL")).toEqual([]);
      expect(await row("appointments")).toMatchObject({ status: "fresh" });
    },
    { timeout: 4 * RECOVERY_MS, interval: 50 },
  );
}

const NO_SEARCHES: Quirks["requires"] = { "*": { sets: [], status: 400, diagnostics: "Searches are not supported" } };

it.each<[string, Partial<Quirks>]>([
  ["as a first load", {}],
  ["as the only way of its kinds", { requires: NO_SEARCHES }],
])("goes on with an export %s after each kill of a worker process, with one export", async (_name, quirks) => {
  const waiting = { status: 202, headers: { "retry-after": "1" } };
  const bulk: Partial<BulkQuirks> = {
    fileSize: 600,
    before: [waiting, waiting, waiting],
    holds: {
      "Patient-0": { after: bytesOf("Patient", 0.45), times: 1 },
      "Patient-1": { after: bytesOf("Patient", 0.25), times: 1 },
      "Appointment-0": { after: bytesOf("Appointment", 0.4), times: 1 },
    },
  };
  server = await startExportingServer({ resources: clinic(), quirks, bulk });
  account = await linkServer(database.asOwner, server);
  server.bulk.requests.length = 0;
  await enqueueSync();
  await killOnce(async () => expect(asked("GET /status").length).toBeGreaterThanOrEqual(1));
  expect(await idsIn("patient", "ehr_id")).toEqual([]);
  await killOnce(async () => {
    expect(asked("GET /file/Patient-0")).not.toEqual([]);
    expect((await row("patients"))?.pages).toBeGreaterThanOrEqual(2);
  });
  await killOnce(async () => {
    expect(asked("GET /file/Patient-1")).not.toEqual([]);
    expect((await row("patients"))?.pages).toBeGreaterThanOrEqual(4);
  });
  expect(await row("patients")).toMatchObject({ reading: true });
  await killOnce(async () => {
    expect(asked("GET /file/Appointment-0")).not.toEqual([]);
    expect((await row("appointments"))?.pages).toBeGreaterThanOrEqual(1);
  });
  await finish();
  expect(asked("$export")).toHaveLength(1);
  const people = Array.from({ length: PATIENTS }, (_, index) => `p${index}`);
  expect((await idsIn("patient", "ehr_id")).toSorted()).toEqual(people.toSorted());
  expect((await idsIn("appointment", "emr_appointment_id")).toSorted()).toEqual(
    people.map((id) => `a-${id}`).toSorted(),
  );
  expect(await row("patients")).toMatchObject({ status: "fresh", rows: PATIENTS, reading: false, note: null });
  expect(await row("appointments")).toMatchObject({ status: "fresh", rows: PATIENTS, reading: false, note: null });
  expect(server.bulk.exports()).toBe(0);
});
