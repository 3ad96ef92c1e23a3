import { beforeEach, describe, expect, it } from "vitest";
import type { EmrConnection, RecordPage } from "#lib/emr/port/port";
import { pagesOf, readAll } from "#lib/emr/port/read-all";
import { newId } from "#lib/kernel/id";
import { emrPayment } from "#lib/testing/emr-writes";
import { practiceRecords as records } from "#lib/testing/practice-records";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { type BehaviorChange, changeBehavior } from "./behavior.ts";
import { insertRows } from "./insert.ts";
import { loadPractice } from "./load.ts";
import { sandboxTransaction } from "./pool.ts";

const PATIENTS = 10;
const database = testDatabase();
const { signal } = new AbortController();
let practiceId: string;
let emr: EmrConnection;

const behave = (change: BehaviorChange) => changeBehavior(practiceId, change);
const pay = (idempotencyKey: string) => emr.createPayment(emrPayment, { idempotencyKey, signal });
const firstPage = () => emr.readPage("patients", { cursor: null, since: null }, signal);
async function patientPages() {
  const pages: RecordPage<"patients">[] = [];
  for await (const page of pagesOf(emr, "patients", signal)) pages.push(page);
  return pages;
}

const patientIds = async () => (await readAll(emr, "patients", signal)).records.map(({ ehrId }) => ehrId);

async function payments(): Promise<number> {
  const rows = await database.asOwner("SELECT FROM sandbox.payment WHERE practice_id = $1", [practiceId]);
  return rows.length;
}

/** The records of a practice with ten patients, PAT-0 to PAT-9. */
const patients = Array.from({ length: PATIENTS }, (_, index) => ({
  id: `PAT-${index}`,
  mrn: `MRN-${index}`,
  first_name: "Ada",
  last_name: `Number ${index}`,
  dob: "1990-01-01",
  gender: "female",
  phone: "740-555-0100",
  email: "ada@example.test",
  address: {},
}));

beforeEach(async () => {
  practiceId = newId();
  await loadPractice(practiceId, {
    ...records,
    patients: [],
    appointments: [],
    claims: [],
    referrals: [],
    recalls: [],
    documents: [],
  });
  await sandboxTransaction((client) => insertRows(client, practiceId, "patient", patients));
  await behave({ latency_ms: 0 });
  emr = sandboxEmr(practiceId);
});

describe("pages", () => {
  it("hold the set number of records, and state the total on the first", async () => {
    await behave({ page_records: 4 });
    const pages = await patientPages();
    expect(pages.map((page) => [page.records.length, page.total, page.next])).toEqual([
      [4, PATIENTS, "PAT-3"],
      [4, null, "PAT-7"],
      [2, null, null],
    ]);
    const first = await emr.readIds("patients", null, signal);
    const second = await emr.readIds("patients", first.next, signal);
    expect([first.total, first.ehrIds.length, second.ehrIds]).toEqual([
      PATIENTS,
      4,
      ["PAT-4", "PAT-5", "PAT-6", "PAT-7"],
    ]);
  });

  it("end with a full page if the records are as many", async () => {
    await behave({ page_records: 5 });
    const pages = await patientPages();
    expect(pages.map(({ records: { length } }) => length)).toEqual([5, 5]);
  });

  it("take slow_page_ms, which other calls do not", async () => {
    await behave({ slow_page_ms: 600_000 });
    await expect(pay(newId())).resolves.toBeDefined();
    await expect(emr.readPage("patients", { cursor: null, since: null }, AbortSignal.timeout(50))).rejects.toThrow();
    await expect(emr.readIds("patients", null, AbortSignal.timeout(50))).rejects.toThrow();
  });
});

describe("a short list", () => {
  it("ends after half of its first page without an error or a total, other lists are whole", async () => {
    await behave({ short_kind: "patients", page_records: 4 });
    const pages = await patientPages();
    expect(pages).toMatchObject([
      { records: [{ ehrId: "PAT-0" }, { ehrId: "PAT-1" }], next: null, total: null, faulty: [] },
    ]);
    expect(await emr.readIds("patients", null, signal)).toEqual({
      ehrIds: ["PAT-0", "PAT-1"],
      next: null,
      total: null,
    });
    expect((await readAll(emr, "locations", signal)).records).toEqual(records.locations);
    await behave({ short_kind: null });
    expect(await patientIds()).toHaveLength(PATIENTS);
  });
});

describe("a broken record", () => {
  it("is named as faulty on the first page, and the others are read", async () => {
    await behave({ broken_kind: "patients", page_records: 4 });
    const { records: read, faulty } = await readAll(emr, "patients", signal);
    expect(read.map(({ ehrId }) => ehrId)).toEqual(patients.slice(1).map(({ id }) => id));
    expect(faulty).toEqual([{ ehrId: "PAT-0", reason: "The EMR's record could not be read" }]);
  });

  it("lacks a required field if it is incomplete", async () => {
    await behave({ broken_kind: "patients", broken_as: "incomplete" });
    const { records: read, faulty } = await readAll(emr, "patients", signal);
    expect(read).toHaveLength(PATIENTS);
    expect(read[0]).toMatchObject({ ehrId: "PAT-0", lastName: null });
    expect(read[1]).toMatchObject({ ehrId: "PAT-1", lastName: "Number 1" });
    expect(faulty).toEqual([]);
  });
});

describe("lists after an outage", () => {
  it("are empty for the set time, and state that they are", async () => {
    await behave({ empty_after_outage_s: 3_600 });
    expect(await patientIds()).toHaveLength(PATIENTS);
    await behave({ outage: true });
    await expect(firstPage()).rejects.toMatchObject({ kind: "passing", notDone: true });
    await behave({ outage: false });
    expect(await firstPage()).toMatchObject({ records: [], next: null, total: 0 });
    expect(await emr.readIds("patients", null, signal)).toEqual({ ehrIds: [], next: null, total: 0 });
    expect((await readAll(emr, "settings", signal)).records).toHaveLength(1);
    await behave({ empty_after_outage_s: 0 });
    expect(await patientIds()).toHaveLength(PATIENTS);
  });

  it("are whole if no outage has ended, or by default", async () => {
    await behave({ outage: false, empty_after_outage_s: 3_600 });
    expect(await patientIds()).toHaveLength(PATIENTS);
    await behave({ outage: true, empty_after_outage_s: 0 });
    await behave({ outage: false });
    expect(await patientIds()).toHaveLength(PATIENTS);
  });
});

describe("a write whose answer is lost or an error", () => {
  it("is done once and cut: its end is unknown", async () => {
    await behave({ cut_after_commit_rate: 1 });
    const key = newId();
    await expect(pay(key)).rejects.toMatchObject({ kind: "passing", notDone: false, limited: false });
    await expect(pay(key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    expect(await payments()).toBe(1);
    expect(await emr.findWrite(key, signal)).toMatch(/^TXN-/);
    expect(await patientIds()).toHaveLength(PATIENTS);
  });

  it("is done once and answered like a refusal", async () => {
    await behave({ error_after_commit_rate: 1 });
    const key = newId();
    await expect(pay(key)).rejects.toMatchObject({ kind: "validation", notDone: true });
    expect(await payments()).toBe(1);
    expect(await emr.findWrite(key, signal)).toMatch(/^TXN-/);
  });

  it("is none of those that the EMR refuses", async () => {
    await behave({ error_after_commit_rate: 1, cut_after_commit_rate: 1 });
    const unknown = { ...emrPayment, patientEhrId: "PAT-404" };
    await expect(emr.createPayment(unknown, { idempotencyKey: newId(), signal })).rejects.toMatchObject({
      kind: "validation",
      message: "patient not found in the EMR",
    });
    expect(await payments()).toBe(0);
  });
});

describe("a call over the limit", () => {
  const MINUTE_MS = 60_000;

  /** Returns the refusals of ten calls, of which one or two may pass: a minute may end between them. */
  async function refusals(change: BehaviorChange) {
    await behave({ rate_limit_per_minute: 1, ...change });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => pay(newId())));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(await payments()).toBe(10 - refused.length);
    return refused;
  }

  it("states its time in a header", async () => {
    for (const reason of await refusals({})) {
      expect(reason).toMatchObject({ kind: "passing", limited: true, notDone: true });
      expect(reason.retryAfterMs).toBeGreaterThan(0);
      expect(reason.retryAfterMs).toBeLessThanOrEqual(MINUTE_MS);
    }
  });

  it("states its time in the text alone", async () => {
    for (const reason of await refusals({ limit_answer: "body" })) {
      const [, seconds] = /try in (\d+) seconds$/.exec(reason.message) ?? [];
      expect(reason).toMatchObject({ kind: "passing", limited: true, retryAfterMs: Number(seconds) * 1_000 });
    }
  });

  it("states a time within the window that was set", async () => {
    for (const reason of await refusals({ rate_limit_window_s: 3 }))
      expect(reason.retryAfterMs).toBeLessThanOrEqual(3_000);
  });

  it("is a 403 without a time", async () => {
    for (const reason of await refusals({ limit_answer: "forbidden" })) {
      expect(reason).toMatchObject({ kind: "passing", limited: true, notDone: true, retryAfterMs: null });
      expect(reason.message).toBe("The EMR answered 403: usage limit exceeded");
    }
  });
});

describe("an access token that ends early", () => {
  it("is refused once in the middle of a reading, which goes on with a new one", async () => {
    await behave({ token_calls: 2, page_records: 4 });
    const first = await firstPage();
    const second = await emr.readPage("patients", { cursor: first.next, since: null }, signal);
    const third = () => emr.readPage("patients", { cursor: second.next, since: null }, signal);
    await expect(third()).rejects.toMatchObject({ kind: "passing", notDone: true, message: /401 Unauthorized/ });
    expect((await third()).records.map(({ ehrId }) => ehrId)).toEqual(["PAT-8", "PAT-9"]);
  });

  it("belongs to one connection, and refuses a write before it is done", async () => {
    await behave({ token_calls: 1 });
    await firstPage();
    const key = newId();
    await expect(pay(key)).rejects.toMatchObject({ kind: "passing", notDone: true });
    expect(await payments()).toBe(0);
    await expect(sandboxEmr(practiceId).listPaymentMethods(signal)).resolves.toBeDefined();
    await expect(pay(key)).resolves.toBeDefined();
  });
});
