import { beforeAll, expect, it } from "vitest";
import { PATCH as SET_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as RETRY_ALL } from "#app/v1/jobs/retry/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
beforeAll(async () => {
  clinic = await openClinic();
});

const REPLAYED = "idempotent-replayed";

it("a repeated answer of an operation says that it is one, also beside the first", async () => {
  const pay = async (headers: Record<string, string> = {}, amount = aPayment.amount) => {
    const answer = await call(PAY, "POST", "/payments", {
      body: { ...aPayment, amount },
      headers: { ...clinic.headers, ...headers },
    });
    return { status: answer.status, job: answer.body.job_id, replayed: answer.headers.get(REPLAYED) };
  };
  const key = { "idempotency-key": newId() };
  const together = await Promise.all([pay(key), pay(key), pay(key)]);
  expect(new Set(together.map(({ job }) => job)).size).toBe(1);
  expect(together.map(({ replayed }) => replayed).toSorted()).toEqual([null, "true", "true"].toSorted());
  expect(await pay(key)).toEqual({ ...together[0], replayed: "true" });
  expect(await pay(key, 1)).toMatchObject({ status: 422, replayed: null });
  expect((await pay()).replayed).toBeNull();
  expect((await pay({ "idempotency-key": newId() })).replayed).toBeNull();
});

it("a repeated answer of a command says so, too", async () => {
  const headers = { ...(await signIn(clinic, "admin")), "idempotency-key": newId() };
  const set = () =>
    call(SET_CLIENT, "PATCH", `/api-clients/${clinic.apiClientId}`, {
      body: { unknown_fields: "warn" },
      headers,
      params: { id: clinic.apiClientId },
    });
  expect([(await set()).headers.get(REPLAYED), (await set()).headers.get(REPLAYED)]).toEqual([null, "true"]);
});

it("a command in parts says so once each of its parts repeats", async () => {
  const failed = async () => {
    const { body } = await call(PAY, "POST", "/payments", {
      body: { ...aPayment, payment_method: "Barter" },
      headers: clinic.headers,
    });
    await jobs.run(body.job_id);
  };
  // More than one part of them.
  for (let made = 0; made < 3; made++) await failed();
  const headers = { ...clinic.headers, "idempotency-key": newId() };
  const retry = () => call(RETRY_ALL, "POST", "/jobs/retry", { body: {}, headers });
  const first = await retry();
  expect([first.body.count, first.headers.get(REPLAYED)]).toEqual([3, null]);
  const again = await retry();
  expect([again.body, again.headers.get(REPLAYED)]).toEqual([first.body, "true"]);
  // Its last part is lost: what is left is done now, so that the answer repeats nothing as a whole.
  await database.asOwner("DELETE FROM idempotency_key WHERE key = $1", [`${headers["idempotency-key"]}\n1`]);
  expect((await retry()).headers.get(REPLAYED)).toBeNull();
});
