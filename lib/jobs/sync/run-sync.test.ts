import { expect, it } from "vitest";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { loadPractice } from "#lib/emr/sandbox/load";
import { PAYLOADS } from "#lib/queue/queues";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { practiceRecords } from "#lib/testing/practice-records";
import { TimeSlice } from "./run.ts";
import { runSync } from "./run-sync.ts";

const { database, tenant, emr, sync, patients, mrns, count, pagesOf, stateOf } = clinicWithFakeEmr();

it("goes on where the time slice before ended, reads each page once, and is whole in its last one only", async () => {
  patients(20);
  const requestedAt = new Date();
  let slices = 1;
  while (!(await sync({ requestedAt, slice: new TimeSlice({ pages: 4, ms: 60_000 }) }))) {
    slices++;
    expect((await database.asOwner("SELECT 1 FROM linked_account WHERE synced_at IS NOT NULL")).length).toBe(0);
  }
  expect(slices).toBeGreaterThan(2);
  expect(await mrns()).toHaveLength(20);
  const cursors = pagesOf("patients").map(({ cursor }) => cursor);
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(await stateOf("patients")).toMatchObject({ rows: 20, status: "fresh", failures: 0 });
  expect(await database.asOwner("SELECT 1 FROM linked_account WHERE synced_at IS NOT NULL")).toHaveLength(1);
});

it("ends its time slice by time as well", async () => {
  patients(20);
  emr().before = async () => undefined;
  expect(await sync({ slice: new TimeSlice({ pages: 1_000, ms: 0 }) })).toBe(false);
  expect(await count("patient")).toBe(0);
});

it("goes to the end of the line until it is complete", { tags: "long" }, async () => {
  const { linkedAccountId } = tenant();
  const [patient] = practiceRecords.patients;
  if (!patient) throw new Error("The practice has a patient");
  const many = Array.from({ length: 320 }, (_, number) => ({ ...patient, mrn: `T-${number}`, ehrId: `T-${number}` }));
  await loadPractice(linkedAccountId, { ...practiceRecords, patients: [...practiceRecords.patients, ...many] });
  await changeBehavior(linkedAccountId, { latency_ms: 0, page_records: 1 });
  const requestedAt = new Date().toISOString();
  const next = async () => {
    const rows = await database.asOwner<{ data: object; due: boolean }>(
      "DELETE FROM queue.entry WHERE queue = 'syncs' RETURNING data, due_at <= now() AS due",
    );
    return rows;
  };
  await runSync(PAYLOADS.syncs.parse({ ...tenant(), requestedAt, failures: 3 }));
  let slices = 1;
  for (let entries = await next(); entries.length > 0; entries = await next(), slices++) {
    expect(entries).toMatchObject([{ data: { ...tenant(), requestedAt, failures: 0 }, due: true }]);
    await runSync(PAYLOADS.syncs.parse(entries[0]?.data));
  }
  expect(slices).toBeGreaterThan(1);
  expect(await count("patient")).toBe(320 + practiceRecords.patients.length);
});
