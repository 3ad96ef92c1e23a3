import { beforeEach, describe, expect, it } from "vitest";
import { appPool } from "#lib/db/pool";
import { capabilitiesOf } from "#lib/emr/connect";
import type { EmrConnection, EmrPayment } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import { newId } from "#lib/kernel/id";
import { emrPayment } from "#lib/testing/emr-writes";
import { practiceRecords as records } from "#lib/testing/practice-records";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { loadPractice } from "./load.ts";
import { sandboxPool } from "./pool.ts";

const PARALLEL = 50;
const database = testDatabase();
const open = new AbortController().signal;
let practiceId: string;
let emr: EmrConnection;

/** Changes the practice's behaviour directly in the database. */
const behave = (change: string) =>
  sandboxPool().query(`UPDATE sandbox.behavior SET ${change} WHERE practice_id = $1`, [practiceId]);

const written = () =>
  database.asOwner<{ payments: string; writes: string }>(
    `SELECT (SELECT count(*) FROM sandbox.payment WHERE practice_id = $1) AS payments,
            (SELECT count(*) FROM sandbox.write WHERE practice_id = $1) AS writes`,
    [practiceId],
  );

const pay = (idempotencyKey: string, change: Partial<EmrPayment> = {}) =>
  emr.createPayment({ ...emrPayment, ...change }, { idempotencyKey, signal: open });

beforeEach(async () => {
  practiceId = newId();
  await loadPractice(practiceId, records);
  await behave("latency_ms = 0");
  emr = sandboxEmr(practiceId);
});

describe("the capabilities", () => {
  it("lacks three things in the basic kind (decisions §10)", () => {
    const all = capabilitiesOf({ emrType: "sandbox", profile: null });
    const basic = capabilitiesOf({ emrType: "sandbox_basic", profile: null });
    expect([...all].filter((capability) => !basic.has(capability))).toEqual([
      "claims_fetch",
      "services",
      "order_catalog",
    ]);
    expect(sandboxEmr(newId(), "sandbox_basic").capabilities).toEqual(basic);
  });

  it("is an error for a type that nothing serves", () => {
    expect(() => sandboxEmr(newId(), "fax")).toThrow("No connector for the EMR type fax");
    expect(() => capabilitiesOf({ emrType: "toString", profile: null })).toThrow("No connector");
  });
});

describe("reads", () => {
  it("give the records as they were loaded, lists in their order", async () => {
    const settings = await emr.readSettings(open);
    expect(settings).toEqual({
      ...records.lists,
      timezone: "America/New_York",
      userActive: true,
      visitStatuses: records.visitStatuses,
      paymentMethods: records.paymentMethods,
      noteCategories: records.noteCategories,
    });
    expect(await emr.listPaymentMethods(open)).toEqual(records.paymentMethods);
    expect((await readAll(emr, "patients", open)).records).toMatchObject(records.patients);
    expect((await readAll(emr, "providers", open)).records).toEqual(records.providers);
    expect((await readAll(emr, "locations", open)).records).toEqual(records.locations);
  });

  it("take an appointment's time to be the clinic's", async () => {
    const [row] = await database.asOwner<{ starts_at: Date }>(
      "SELECT starts_at FROM sandbox.appointment WHERE practice_id = $1",
      [practiceId],
    );
    expect(row?.starts_at.toISOString()).toBe("2026-07-01T13:00:00.000Z");
  });

  it("show nothing of another practice", async () => {
    const stranger = sandboxEmr(newId());
    await expect(readAll(stranger, "patients", open)).rejects.toMatchObject({ kind: "validation" });
  });
});

describe("a payment", () => {
  it("is written once per key, however many calls there are at once", async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => pay(key)));
    expect(new Set(answers.map(({ emrTransactionId }) => emrTransactionId)).size).toBe(1);
    expect(answers[0]?.emrTransactionId).toMatch(/^TXN-\d+$/);
    expect(await written()).toEqual([{ payments: "1", writes: "1" }]);
    expect(await pay(key)).toEqual(answers[0]);
  });

  it("is written for each of many keys, and a reference number may repeat", async () => {
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => pay(newId())));
    expect(new Set(answers.map(({ emrTransactionId }) => emrTransactionId)).size).toBe(PARALLEL);
    expect(await written()).toEqual([{ payments: String(PARALLEL), writes: String(PARALLEL) }]);
  });

  it("may have the key of another practice's payment", async () => {
    const key = newId();
    const first = await pay(key);
    practiceId = newId();
    await loadPractice(practiceId, records);
    const second = await sandboxEmr(practiceId).createPayment(emrPayment, {
      idempotencyKey: key,
      signal: open,
    });
    expect(second.emrTransactionId).not.toBe(first.emrTransactionId);
  });

  it.each([
    [{ patientEhrId: "PAT-9" }, "patient not found in the EMR"],
    [{ paymentMethodId: "PM-9" }, "payment method not found in the EMR: PM-9"],
    [{ locationEmrId: "LOC-9" }, "location not found in the EMR: LOC-9"],
  ])("is refused for good with %o, and leaves its key free", async (change, message) => {
    const key = newId();
    await expect(pay(key, change)).rejects.toMatchObject({ kind: "validation", message });
    expect(await written()).toEqual([{ payments: "0", writes: "0" }]);
    await pay(key);
    expect(await written()).toEqual([{ payments: "1", writes: "1" }]);
  });
});

describe("behaviour", () => {
  it("takes its latency", async () => {
    await behave("latency_ms = 150");
    const start = performance.now();
    await readAll(emr, "locations", open);
    expect(performance.now() - start).toBeGreaterThanOrEqual(149);
  });

  it("ends a wait that is called off, and writes nothing", async () => {
    await behave("latency_ms = 600000");
    const signal = AbortSignal.timeout(50);
    await expect(emr.createPayment(emrPayment, { idempotencyKey: newId(), signal })).rejects.toThrow();
    expect(signal.aborted).toBe(true);
    expect(await written()).toEqual([{ payments: "0", writes: "0" }]);
  });

  it("is out for every call while it is out", async () => {
    await behave("outage = true");
    await expect(readAll(emr, "patients", open)).rejects.toMatchObject({
      kind: "passing",
      message: "The EMR is out of service",
    });
    await expect(pay(newId())).rejects.toMatchObject({ kind: "passing" });
    await behave("outage = false");
    await expect(pay(newId())).resolves.toBeDefined();
  });

  it("loses requests and answers, and a key tried until it works has written once", async () => {
    await behave("fault_rate = 1");
    const key = newId();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => pay(key)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "passing" } });
    await behave("fault_rate = 0");
    await pay(key);
    expect(await written()).toEqual([{ payments: "1", writes: "1" }]);
  });

  it("returns the time of the next call once its limit of calls is reached", async () => {
    await behave("rate_limit_per_minute = 3");
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => emr.listPaymentMethods(open)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    // Calls of two minutes may pass if a minute ends during the test.
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused.length).toBeLessThanOrEqual(7);
    for (const reason of refused) {
      expect(reason).toMatchObject({ kind: "passing" });
      expect(reason.retryAfterMs).toBeGreaterThan(0);
      expect(reason.retryAfterMs).toBeLessThanOrEqual(60_000);
    }
  });
});

describe("its store", () => {
  it("is out of the application's sight", async () => {
    const tables = await database.asOwner<{ relname: string }>(
      "SELECT relname FROM pg_class WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r'",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { relname } of tables) {
      await expect(appPool().query(`SELECT FROM sandbox.${relname}`), relname).rejects.toThrow("permission denied");
    }
  });

  it("hides everything else from its role", { tags: "long" }, async () => {
    const tables = await database.asOwner<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind IN ('r', 'p') AND nspname IN ('public', 'queue', 'drizzle')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      await expect(sandboxPool().query(`SELECT FROM ${name}`), name).rejects.toThrow("permission denied");
    }
  });

  it("is accessed by a role that owns nothing and has no special rights", async () => {
    const { rows } = await sandboxPool().query(
      `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls,
              (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows[0]).toMatchObject({
      rolname: expect.stringMatching(/^crc_sandbox_[0-9a-f]{8}$/),
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
      owned: 0,
    });
  });
});
