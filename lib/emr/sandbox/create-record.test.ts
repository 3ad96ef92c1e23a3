import { beforeEach, expect, it } from "vitest";
import { type EmrConnection, EmrError, type EmrPayment } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { emrPayment } from "#lib/testing/emr-writes";
import { practiceRecords } from "#lib/testing/practice-records";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { changeBehavior } from "./behavior.ts";
import { listWrites } from "./ledger.ts";
import { loadPractice } from "./load.ts";

const database = testDatabase();
const signal = new AbortController().signal;
let practiceId: string;
let emr: EmrConnection;

beforeEach(async () => {
  practiceId = newId();
  await loadPractice(practiceId, practiceRecords);
  await changeBehavior(practiceId, { latency_ms: 0 });
  emr = sandboxEmr(practiceId);
});

const pay = (change: Partial<EmrPayment> = {}, idempotencyKey = newId()) =>
  emr.createPayment({ ...emrPayment, ...change }, { idempotencyKey, signal });

const stored = () =>
  database.asOwner<{ id: string; amount: string }>(
    "SELECT id, amount FROM sandbox.payment WHERE practice_id = $1 ORDER BY amount",
    [practiceId],
  );

it("creates the records of one turn together, and fails those with an unknown reference alone", async () => {
  const settled = await Promise.allSettled([
    pay({ amount: "1.00" }),
    pay({ patientEhrId: "PAT-9" }),
    pay({ amount: "2.00", notes: "it's “text”" }),
    pay({ locationEmrId: "LOC-9", patientEhrId: "PAT-9" }),
  ]);
  const [first, unknownPatient, second, twoUnknown] = settled;
  expect(await stored()).toEqual(
    [first, second].map((one, index) => ({
      id: one?.status === "fulfilled" ? one.value.emrTransactionId : null,
      amount: `${index + 1}.00`,
    })),
  );
  for (const refused of [unknownPatient, twoUnknown]) {
    expect(refused).toMatchObject({ reason: { kind: "validation", message: "patient not found in the EMR" } });
  }
});

it("writes one record for a key that comes twice in one turn, and again later", async () => {
  const key = newId();
  const [first, same] = await Promise.all([pay({}, key), pay({}, key)]);
  expect(same).toEqual(first);
  expect(await pay({}, key)).toEqual(first);
  // A key that was used keeps its answer, whatever the request says now.
  expect(await pay({ patientEhrId: "PAT-9" }, key)).toEqual(first);
  expect(await stored()).toHaveLength(1);
  expect(await listWrites(practiceId, [key])).toHaveLength(1);
});

it("saves the others of a turn if the table refuses one record", async () => {
  const [good, bad] = await Promise.allSettled([pay({ amount: "3.00" }), pay({ amount: "much" })]);
  expect(good?.status).toBe("fulfilled");
  expect(bad?.status === "rejected" && bad.reason).toBeInstanceOf(Error);
  expect(bad?.status === "rejected" && bad.reason).not.toBeInstanceOf(EmrError);
  expect((await stored()).map(({ amount }) => amount)).toEqual(["3.00"]);
});
