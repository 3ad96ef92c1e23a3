/** @module-tag long */

import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as fileDocument } from "#app/v1/documents/route.ts";
import { POST as fetchPatients } from "#app/v1/patients/fetch/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { connectorOf } from "#lib/emr/connect";
import { readEventLog } from "#lib/jobs/emr-events/read-log";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { seal } from "#lib/security/sealing/secret-box";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { fixedNumbers } from "#lib/testing/cut-jobs";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
process.env.RATE_LIMIT_PER_MINUTE = "1000000";
const database = testDatabase();
let product: ProductServer;
let network: FaultyFront;
/** The deployment with the EMR, and the one that is linked to it. Nobody sends the events of the first one. */
let behind: TestAccount;
let front: TestAccount;
const never = new AbortController().signal;
const [ours, theirs] = [jobsOf(database, () => front), jobsOf(database, () => behind)];

beforeAll(async () => {
  forgetSingleton("environment");
  product = await startProductServer();
  network = await startFaultyFront(new URL(product.baseUrl).origin);
  behind = await openClinic();
  front = await makeLinkedAccount({ emrType: "records_api" });
  const connection = { base_url: `${network.origin}/v1`, client_id: behind.headers.client_id };
  const { client_secret, access_token } = behind.headers;
  const secrets = { client_secret, access_token, webhook_secret: behind.webhookSecret };
  const found = { ...connection, ...secrets };
  const profile = await connectorOf("records_api").probe?.(found, { writeProbes: false, signal: never });
  await database.asOwner("UPDATE linked_account SET connection = $2, credentials = $3, profile = $4 WHERE id = $1", [
    front.tenant.linkedAccountId,
    connection,
    await seal(JSON.stringify(secrets)),
    profile,
  ]);
  await syncAccount(front.tenant);
});
afterAll(async () => {
  await Promise.all([product.stop(), network.stop()]);
  delete process.env.RATE_LIMIT_PER_MINUTE;
  forgetSingleton("environment");
});

const openOf = async ({ tenant }: TestAccount, more = "") =>
  (
    await database.asOwner<{ id: string }>(
      `SELECT id FROM job WHERE linked_account_id = $1 AND status IN ('queued', 'running') ${more} ORDER BY id`,
      [tenant.linkedAccountId],
    )
  ).map(({ id }) => Number(id));

/** Makes two minutes pass for what was sent and for when the other deployment was asked last. */
async function passTime(): Promise<void> {
  const mine = [front.tenant.linkedAccountId];
  const before = "interval '2 minutes'";
  await database.asOwner(`UPDATE passed_on SET sent_at = sent_at - ${before} WHERE linked_account_id = $1`, mine);
  await database.asOwner(
    `UPDATE emr_event_reading SET since = since - ${before}, next_at = now() - interval '1 second' WHERE linked_account_id = $1`,
    mine,
  );
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

const OPERATIONS = [
  {
    handler: fileDocument,
    path: "/documents",
    body: (mark: string) => ({ patient_mrn: "MRN-1", content_base64: base64(`Fax ${mark}`), file_name: mark }),
    written: "SELECT 1 FROM sandbox.document WHERE practice_id = $1 AND file_name = $2 || '.txt'",
  },
  {
    handler: createPayment,
    path: "/payments",
    body: (mark: string) => ({ ...aPayment, reference_number: mark }),
    written: "SELECT 1 FROM sandbox.payment WHERE practice_id = $1 AND reference_number = $2",
  },
  {
    handler: fetchPatients,
    path: "/patients/fetch",
    body: () => ({ mrn: "MRN-1" }),
    written: null,
  },
] as const;

const ROUNDS = 12;

it("ends each operation once although every event is lost, and answers are cut and requests lost", async () => {
  const next = fixedNumbers();
  let cut = 0;
  network.endOf = (method) => {
    const dice = next();
    if (dice < 0.15) return "lost";
    if (method === "GET" || dice < 0.4) return "answered";
    cut++;
    return dice < 0.7 ? "cut" : "failed";
  };
  const sent: { jobId: number; mark: string; operation: (typeof OPERATIONS)[number] }[] = [];
  for (let place = 0; place < 30; place++) {
    const operation = OPERATIONS[place % OPERATIONS.length] ?? OPERATIONS[0];
    const mark = `MARK-${place}`;
    const { answer, jobId } = await ours.accept(() =>
      call(operation.handler, "POST", operation.path, { headers: front.headers, body: operation.body(mark) }),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    sent.push({ jobId, mark, operation });
  }
  expect(cut).toBeGreaterThan(10);
  for (let round = 0; round < ROUNDS && (await openOf(front)).length > 0; round++) {
    for (const jobId of await openOf(behind)) await theirs.run(jobId);
    await passTime();
    await readEventLog(front.tenant);
    for (const jobId of await openOf(front, "AND waiting_code IS DISTINCT FROM 'emr_event'")) {
      await ours.due(jobId);
      await ours.run(jobId);
    }
    // The other deployment is reached again in the end, so that no attempt is the last one.
    if (round === 2) network.endOf = () => "answered";
  }
  for (const { jobId, mark, operation } of sent) {
    expect(await ours.read(jobId), mark).toMatchObject({ status: "completed" });
    expect(await ours.eventsOf(jobId), mark).toHaveLength(1);
    if (operation.written)
      expect(await database.asOwner(operation.written, [behind.tenant.linkedAccountId, mark]), mark).toHaveLength(1);
  }
  await syncAccount(front.tenant);
  const [{ here = 0 } = {}] = await database.asOwner<{ here: number }>(
    "SELECT count(*)::integer AS here FROM document WHERE linked_account_id = $1 AND file_name LIKE 'MARK-%'",
    [front.tenant.linkedAccountId],
  );
  expect(here).toBe(10);
}, 120_000);
