import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type Cut, type CuttableProxy, startCuttableProxy } from "#lib/testing/cuttable-proxy";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

/** A call must be answered within this time, however the database is cut off. */
const DEADLINE_MS = 20_000;

const NOTHING = "The database did not answer in time; nothing was saved";
const UNKNOWN = /^The database's answer was lost, so it is unknown whether this was saved/;

const database = testDatabase();
let proxy: CuttableProxy;
/** Requests of one account that arrive together share a transaction. */
let clinics: TestAccount[];

beforeAll(async () => {
  proxy = await startCuttableProxy(database.appUrl);
  process.env.APP_DATABASE_URL = proxy.through(database.appUrl);
  forgetSingleton("environment");
  clinics = [await openClinic(), await openClinic(), await openClinic(), await openClinic()];
});
afterAll(async () => {
  proxy.heal();
  await closeSingletons();
  await proxy.stop();
});

const post = (key: string, clinic = 0) =>
  call(POST, "POST", "/payments", { body: aPayment, headers: { ...clinics[clinic]?.headers, "idempotency-key": key } });
const read = (clinic = 0) => call(listJobs, "GET", "/jobs", { headers: clinics[clinic]?.headers ?? {} });

/** Returns the number of jobs whose request had this key. */
const jobsWith = async (key: string) => {
  const [row] = await database.asOwner<{ count: number }>(
    `SELECT count(*)::integer FROM job WHERE id IN (SELECT (body ->> 'job_id')::bigint FROM idempotency_key WHERE key = $1)`,
    [key],
  );
  return row?.count;
};

it("reports that nothing was saved, or that this is unknown, and a repetition with the same Idempotency-Key resolves it", {
  tags: "long",
}, async () => {
  for (const clinic of clinics.keys()) await read(clinic);
  const cuts: (Cut & { clinic: number })[] = [
    { mark: "first-key", at: "mark", clinic: 0 },
    { mark: "second-key", at: "COMMIT", clinic: 1 },
    { mark: "third-key", at: "answer to COMMIT", clinic: 2 },
    // Shares the transaction of the next one.
    { mark: "fourth-key", at: "answer to COMMIT", clinic: 3 },
    { mark: "fifth-key", at: "answer to COMMIT", clinic: 3 },
  ];
  for (const cut of cuts) proxy.cut(cut);
  const since = performance.now();
  const answers = await Promise.all(cuts.map(({ mark, clinic }) => post(mark, clinic)));
  expect(performance.now() - since).toBeLessThan(DEADLINE_MS);
  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
    cuts.map(() => [503, "5"]),
  );
  expect(answers.map(({ body }) => body.message)).toEqual([
    NOTHING,
    ...Array.from({ length: 4 }, () => expect.stringMatching(UNKNOWN)),
  ]);
  expect(await Promise.all(cuts.map(({ mark }) => jobsWith(mark)))).toEqual([0, 0, 1, 1, 1]);

  proxy.heal();
  const repeated = await Promise.all(cuts.map(({ mark, clinic }) => post(mark, clinic)));
  expect(repeated.map(({ status }) => status)).toEqual(cuts.map(() => 202));
  expect(await Promise.all(cuts.map(({ mark }) => jobsWith(mark)))).toEqual(cuts.map(() => 1));
  const [{ count } = { count: 0 }] = await database.asOwner<{ count: number }>("SELECT count(*)::integer FROM job");
  expect(count).toBe(cuts.length);
});

it("answers reads and writes with 503 while all connections are cut off, and normally afterwards", {
  tags: "long",
}, async () => {
  await read();
  proxy.cutAll();
  const since = performance.now();
  const answers = await Promise.all([read(), post("all"), ...Array.from({ length: 60 }, () => read())]);
  expect(performance.now() - since).toBeLessThan(DEADLINE_MS);
  expect(
    new Set(answers.map(({ status, headers, body }) => `${status} ${headers.get("retry-after")} ${body.message}`)),
  ).toEqual(new Set([`503 5 ${NOTHING}`]));
  proxy.heal();
  expect([(await read()).status, (await post("all")).status]).toEqual([200, 202]);
});
