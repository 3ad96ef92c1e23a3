import { beforeAll, describe, expect, it } from "vitest";
import { refreshDemo } from "#lib/demo/refresh";
import { seedDemo } from "#lib/demo/seed";
import { readAll } from "#lib/emr/port/read-all";
import { addDays, todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { emrTask } from "#lib/testing/emr-writes";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { rollPractice } from "./roll.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const MONTH_AGO = new Date(NOW.getTime() - 30 * DAY_MS);

/** The schedule of a demo that was seeded a month ago, after rolling it. */
let rolledSchedule: { name: string; row: { id: string } }[] = [];

const database = testDatabase();
const signal = new AbortController().signal;
const count = async (statement: string, values: unknown[] = []) =>
  Number((await database.asOwner<{ count: string }>(statement, values))[0]?.count);

const practices = () =>
  database.asOwner<{ id: string; name: string; timezone: string; kind: string }>(
    "SELECT replace(id::text, '-', '') AS id, name, timezone, kind FROM sandbox.practice ORDER BY name",
  );

/** Returns all columns of a table but the practice's id, so that two demos can be compared. */
const rowsOf = (table: string) =>
  database.asOwner(
    `SELECT p.name, to_jsonb(t) - 'practice_id' - 'status_written_at' AS row FROM sandbox.${table} t
     JOIN sandbox.practice p ON p.id = t.practice_id ORDER BY p.name, t.id`,
  );

/** Returns the number of scheduled rows per practice and day. */
const days = () =>
  database.asOwner<{ name: string; day: string; rows: string }>(
    `SELECT p.name, (starts_at AT TIME ZONE p.timezone)::date::text AS day, count(*) AS rows
     FROM sandbox.appointment a JOIN sandbox.practice p ON p.id = a.practice_id GROUP BY 1, 2 ORDER BY 1, 2`,
  );

/** Seeds a demo whose EMRs answer at once. */
async function seedWithoutLatency(now: Date): Promise<void> {
  await seedDemo(undefined, now);
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
}

/** Returns a day as the ids of the seed's appointments contain it. */
const compactDay = (day: string) => day.replaceAll("-", "");

const clear = () =>
  database.asOwner(
    "TRUNCATE organization, linked_account, api_client, app_user, patient, location, provider, visit_status, visit_type, " +
      "staff, referring_provider, form, appointment, claim, referral, document, recall CASCADE; " +
      "TRUNCATE sandbox.practice, sandbox.demo_seed CASCADE",
  );

describe("a demo that was seeded a month ago", { tags: "long" }, () => {
  let written: { id: string; status: string };

  beforeAll(async () => {
    await seedWithoutLatency(MONTH_AGO);
    // Changes made by use: the status of a future visit, a payment, a new telephone number.
    const [practice] = await practices();
    if (!practice) throw new Error("The demo has practices");
    const emr = sandboxEmr(practice.id, practice.kind);
    const [visit] = await database.asOwner<{ id: string }>(
      "SELECT id FROM sandbox.appointment WHERE practice_id = $1 AND status = 'SCH' AND starts_at < $2 ORDER BY 1",
      [practice.id, NOW],
    );
    written = { id: visit?.id ?? "", status: "ARR" };
    const options = () => ({ idempotencyKey: newId(), signal });
    await emr.updateAppointmentStatus({ emrAppointmentId: written.id, status: written.status }, options());
    const [patient] = (await readAll(emr, "patients", signal)).records;
    await emr.createTask({ ...emrTask, patientEhrId: patient?.ehrId ?? "" }, options());
  }, 120_000);

  it("has a today after the roll, in the EMR and here, and keeps the earlier records", { tags: "long" }, async () => {
    const before = await days();
    for (const { name, timezone } of await practices()) {
      expect(before.some((row) => row.name === name && row.day === todayIn(timezone, NOW))).toBe(false);
    }
    await refreshDemo(NOW);
    const after = await days();
    expect(after).toEqual(expect.arrayContaining(before));
    for (const { name, timezone } of await practices()) {
      const today = todayIn(timezone, NOW);
      const window = Array.from({ length: 42 }, (_, index) => addDays(today, index - 21));
      const there = after.filter((row) => row.name === name).map(({ day }) => day);
      expect(there).toEqual(expect.arrayContaining(window));
    }
    const synced = "SELECT count(*) FROM appointment WHERE starts_at BETWEEN $1::timestamptz - interval '1 day' AND $1";
    expect(await count(synced, [NOW])).toBeGreaterThan(50);
  });

  it("has no visit of the past that is still to come, but for those that somebody has set", async () => {
    const open = await database.asOwner(
      `SELECT id, status FROM sandbox.appointment WHERE starts_at + duration_minutes * interval '1 minute' < $1
       AND status IN ('SCH', 'CNF', 'ARR', 'ROM')`,
      [NOW],
    );
    expect(open).toEqual([written]);
    expect(await count("SELECT count(*) FROM sandbox.task")).toBe(1);
  });

  it("is not changed by a second roll to the same moment", { tags: "long" }, async () => {
    const before = await rowsOf("appointment");
    for (const { id } of await practices()) {
      expect(await rollPractice(id, NOW)).toEqual({ filled: [], days: [], statuses: 0 });
    }
    rolledSchedule = (await rowsOf("appointment")) as typeof rolledSchedule;
    expect(rolledSchedule).toEqual(before);
  });
});

describe("a demo of an earlier version, which had people and a few days of schedule alone", { tags: "long" }, () => {
  const NEW_KINDS = [
    "visit_type",
    "staff",
    "referring_provider",
    "form",
    "order_catalog_item",
    "claim",
    "referral",
    "document",
    "recall",
    "recall_action",
  ];

  beforeAll(async () => {
    await clear();
    await seedWithoutLatency(NOW);
  }, 120_000);

  it("has, before all that, the same days as the one that was rolled to this moment", async () => {
    const all = (await rowsOf("appointment")) as typeof rolledSchedule;
    // A new demo shows every status on its first day.
    const first = new Map((await practices()).map(({ name, timezone }) => [name, compactDay(todayIn(timezone, NOW))]));
    const fresh = all.filter(({ name, row }) => !row.id.includes(first.get(name) ?? ""));
    const rolled = new Map(rolledSchedule.map(({ name, row }) => [`${name} ${row.id}`, row]));
    const differing = fresh.filter(
      ({ name, row }) => JSON.stringify(rolled.get(`${name} ${row.id}`)) !== JSON.stringify(row),
    );
    expect(differing).toEqual([]);
    expect(fresh.length).toBeGreaterThan(12_000);
  });

  it("gets every kind of record that it lacks, and loses nothing", { tags: "long" }, async () => {
    const whole = new Map<string, unknown>();
    for (const table of NEW_KINDS) whole.set(table, await rowsOf(table));
    for (const table of NEW_KINDS) await database.asOwner(`TRUNCATE sandbox.${table} CASCADE`);
    await database.asOwner(
      "DELETE FROM sandbox.appointment WHERE starts_at < now() - interval '2 days' OR starts_at > now() + interval '5 days'",
    );
    await database.asOwner("UPDATE sandbox.practice SET plan = NULL");
    await database.asOwner(`UPDATE sandbox.practice SET settings = settings || '{"staffGroups": [], "teams": []}'`);
    await database.asOwner("UPDATE sandbox.patient SET phone = '740-555-9999' WHERE id = 'PAT-100001'");
    await refreshDemo(NOW);

    for (const table of NEW_KINDS) expect(await rowsOf(table), table).toEqual(whole.get(table));
    expect(await count("SELECT count(DISTINCT starts_at::date) FROM sandbox.appointment")).toBeGreaterThanOrEqual(42);
    expect(await count("SELECT count(*) FROM sandbox.patient WHERE phone = '740-555-9999'")).toBe(1);
    expect(await count("SELECT count(*) FROM form")).toBe(12);
    expect(await count("SELECT count(*) FROM linked_account WHERE settings -> 'teams' = '[]'")).toBe(0);
  });

  it("starts though one of its EMRs is set to be out", { tags: "long" }, async () => {
    await database.asOwner("DELETE FROM sandbox.appointment WHERE starts_at > now()");
    await database.asOwner("UPDATE sandbox.behavior SET outage = true");
    await refreshDemo(NOW);
    expect(await count("SELECT count(*) FROM sandbox.appointment WHERE starts_at > now()")).toBeGreaterThan(5_000);
  });
});

it("does nothing without a demo", async () => {
  await clear();
  await refreshDemo(NOW);
  expect(await rollPractice(newId(), NOW)).toEqual({ filled: [], days: [], statuses: 0 });
});
