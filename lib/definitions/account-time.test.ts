/** @module-tag long */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { GET } from "#app/v1/appointments/route.ts";
import { readTenant } from "#lib/db/tenant";
import { addDays, todayIn } from "#lib/kernel/dates";
import { firstMomentOf as firstMomentInMs } from "#lib/kernel/moments";
import { offsetOf } from "#lib/kernel/zone-offset";
import { call } from "#lib/testing/call";
import { changesOfClocks } from "#lib/testing/changes-of-clocks";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { firstMomentOf } from "./account-time.ts";

const database = testDatabase();
const changes = changesOfClocks();

/** Moments beside a change of the clocks, in milliseconds. */
const BESIDE = [-5_400_000, -1_000, 0, 1_800_000, 3_600_000, 5_400_000];

/** Zones whose rules the two programs' editions of the time zone database know differently. */
const differing = new Set<string>();

it("PostgreSQL and JavaScript show the same local time at every moment around a change of the clocks", async () => {
  const asked = changes.flatMap(({ timeZone, at }) => BESIDE.map((beside) => ({ timeZone, at: at + beside })));
  const rows = await database.asOwner<{ zone: string; at: string; local: string }>(
    `SELECT zone, at::text, extract(epoch FROM to_timestamp(at / 1000.0) AT TIME ZONE zone)::text AS local
     FROM unnest($1::text[], $2::bigint[]) AS asked (zone, at)`,
    [asked.map(({ timeZone }) => timeZone), asked.map(({ at }) => at)],
  );
  expect(rows).toHaveLength(asked.length);
  for (const { zone, at, local } of rows) {
    if (Number(at) + offsetOf(zone, Number(at)) !== Number(local) * 1_000) differing.add(zone);
  }
  // A government changes its rules in one edition after the other, such as Morocco in 2026.
  expect(differing.size, [...differing].join(", ")).toBeLessThan(8);
});

it("both find the same first moment of every day around a change of the clocks", async () => {
  const { tenant } = await openClinic();
  const known = changes.filter(({ timeZone }) => !differing.has(timeZone));
  expect(known.length).toBeGreaterThan(2_000);
  const asked = known.flatMap(({ timeZone, at }) => {
    const day = todayIn(timeZone, new Date(at));
    return [-1, 0, 1, 2].map((days) => ({ timeZone, day: addDays(day, days) }));
  });
  const { rows } = await readTenant(tenant, (tx) =>
    tx.execute<{ zone: string; day: string; first: string }>(
      sql`SELECT zone, day, (extract(epoch FROM ${firstMomentOf(sql`day`, sql`zone`)}) * 1000)::bigint::text AS first
          FROM json_to_recordset(${JSON.stringify(asked.map(({ timeZone, day }) => ({ zone: timeZone, day })))}::json)
            AS asked (zone text, day text)`,
    ),
  );
  expect(rows).toHaveLength(asked.length);
  const odd = rows.filter(({ zone, day, first }) => firstMomentInMs(day, zone) !== Number(first));
  expect(odd).toEqual([]);
});

it.each([
  ["America/Havana", "2026-11-01", "2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z"],
  ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-06T04:30:00Z"],
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-28T22:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"],
])("visits around midnight in %s are listed on %s alone", async (timezone, day, ...visits) => {
  const { tenant, headers } = await openClinic();
  const account = tenant.linkedAccountId;
  await database.asOwner("UPDATE linked_account SET timezone = $2 WHERE id = $1", [account, timezone]);
  const moved = await database.asOwner<{ id: string }>(
    "SELECT emr_appointment_id AS id FROM appointment WHERE linked_account_id = $1 AND category = 'appointment' ORDER BY 1 LIMIT 2",
    [account],
  );
  for (const [index, { id }] of moved.entries()) {
    await database.asOwner(
      "UPDATE appointment SET starts_at = $3 WHERE linked_account_id = $1 AND emr_appointment_id = $2",
      [account, id, visits[index]],
    );
  }
  const listedOn = async (date: string) => {
    const range = `start_date=${date}&end_date=${date}`;
    const { body } = await call(GET, "GET", `/appointments?${range}`, { headers });
    return body.appointments.map(({ datetime }: { datetime: string }) => [
      datetime.slice(0, 10),
      new Date(datetime).toISOString().replace(".000", ""),
    ]);
  };
  expect(await listedOn(day)).toEqual(visits.map((visit) => [day, visit]));
  expect(await listedOn(addDays(day, -1))).toEqual([]);
  expect(await listedOn(addDays(day, 1))).toEqual([]);
});
