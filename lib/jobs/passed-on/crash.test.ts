import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import { linkRemote } from "#lib/testing/link-remote";
import type { TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker, until } from "#lib/testing/worker-process";

/** Decisions §6: a dead process's job is resumed within 30 s. */
const RECOVERY_MS = 30_000;
const WAITS = "Waits for the EMR's event";

process.env.SEED = "demo";
const database = testDatabase();
let remote: InterfaceOnlyServer;
let product: ProductServer;
/** An account whose remote honours no key, and one whose remote does. */
let unkeyed: TestAccount;
let keyed: TestAccount;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  forgetSingleton("environment");
  [remote, product] = await Promise.all([startInterfaceOnlyServer(), startProductServer()]);
  [unkeyed, keyed] = [await openClinic(), await openClinic()];
  await linkRemote(database, unkeyed, remote);
  await linkRemote(database, keyed, remote, { traits: ["idempotency_key"] });
});
afterAll(async () => {
  await Promise.all(workers.map(killWorker));
  await Promise.all([remote.stop(), product.stop()]);
});

async function start(): Promise<ChildProcess> {
  const worker = await startWorker({ DEMO: "off", SEED: "", EMR_PRIVATE_TARGETS: "127.0.0.0/8" });
  workers.push(worker);
  return worker;
}

/** Returns the job as in GET /jobs/{job_id}. */
const read = (account: TestAccount, jobId: number) => jobsOf(database, () => account).read(jobId);

const eventsOf = (account: TestAccount, jobId: number) => jobsOf(database, () => account).eventsOf(jobId);

const paid = {
  type: "payment.created",
  data: { payment_id: "e".repeat(32), emr_transaction_id: "TX-7", patient_mrn: "MRN-1" },
};

it("loses nothing and doubles nothing if the process is killed before it has stored the remote's answer", {
  tags: "long",
}, async () => {
  const worker = await start();
  const { promise: release, resolve: releaseAll } = Promise.withResolvers<void>();
  const accept = async (account: TestAccount, place: number) => {
    remote.next({ kind: "hold", until: release });
    const asked = call(createPayment, "POST", "/payments", { body: aPayment, headers: account.headers });
    const operation = await remote.operation(place);
    return { operation, asked };
  };
  const toPerson = await accept(unkeyed, 0);
  const overtaken = await accept(unkeyed, 1);
  const repeated = await accept(keyed, 2);
  await killWorker(worker);
  releaseAll();

  const jobIds: number[] = [];
  for (const { asked } of [toPerson, overtaken, repeated]) {
    const { status, body } = await asked;
    expect(status).toBe(202);
    jobIds.push(body.job_id);
  }
  const [lost = 0, ended = 0, again = 0] = jobIds;
  expect(await remote.send(overtaken.operation, paid)).toBe(200);
  expect(await read(unkeyed, ended)).toMatchObject({ status: "completed", attempts: 1 });

  await start();
  await until(async () => (await read(unkeyed, lost)).standing.needs_person, RECOVERY_MS);
  await until(async () => (await read(keyed, again)).waiting_reason === WAITS, RECOVERY_MS);
  const operation = await remote.operation(3);
  expect(remote.operations).toHaveLength(4);
  expect(operation.headers["idempotency-key"]).toBe(repeated.operation.headers["idempotency-key"]);
  expect(operation.body).toEqual(repeated.operation.body);

  expect(await remote.send(toPerson.operation, paid)).toBe(200);
  expect(await remote.send(operation, paid)).toBe(200);
  for (const [account, jobId] of [
    [unkeyed, lost],
    [unkeyed, ended],
    [keyed, again],
  ] as const) {
    expect(await read(account, jobId)).toMatchObject({ status: "completed" });
    expect(await eventsOf(account, jobId)).toHaveLength(1);
  }
  expect(remote.operations).toHaveLength(4);
});
