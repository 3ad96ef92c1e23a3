import { beforeAll, expect, it } from "vitest";
import { PATCH as SET_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let clinic: TestAccount;
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
