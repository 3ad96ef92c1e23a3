import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { ask, route } from "#lib/testing/api";
import { openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const MIGRATION = new URL("../../db/migrations/0021_record_order.sql", import.meta.url);

/** Each write of a record that stands. */
const CHANGES = [
  ["PATCH", "/appointments"],
  ["PATCH", "/referrals/{id}"],
  ["POST", "/recalls/{id}/actions"],
  ["POST", "/services"],
] as const;

it("gives jobs from before the order of records the places that their acceptance gives now", async () => {
  const clinic = await openFullClinic(database);
  for (const [method, path] of CHANGES) {
    for (let time = 0; time < 2; time++) {
      const asked = route(method, path);
      const body = JSON.stringify(clinic.bodyOf(asked));
      const answer = await ask(asked, { headers: clinic.headers, params: clinic.paramsOf(path), body });
      expect([path, answer.status]).toEqual([path, 202]);
    }
  }
  for (const status of ["inactive", "active"]) {
    const asked = route("PATCH", "/providers/{id}");
    const params = clinic.paramsOf("/providers/{id}");
    await ask(asked, { headers: clinic.headers, params, body: JSON.stringify({ status }) });
  }
  const places = () =>
    database.asOwner<{ record_key: string }>(
      "SELECT id, type, record_key, waiting_for FROM job WHERE record_key IS NOT NULL ORDER BY id",
    );
  const accepted = await places();
  expect(new Set(accepted.map(({ record_key }) => record_key.split(":")[0]))).toEqual(
    new Set(["appointment", "referral", "recall", "episodes", "schedule"]),
  );
  await database.asOwner("UPDATE job SET record_key = NULL, waiting_for = NULL");
  const statements = (await readFile(MIGRATION, "utf8")).split("--> statement-breakpoint");
  for (const statement of statements.filter((text) => /^UPDATE "job"/m.test(text))) await database.asOwner(statement);
  expect(await places()).toEqual(accepted);
});
