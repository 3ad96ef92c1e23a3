import { beforeAll, expect, it } from "vitest";
import { readiness } from "#lib/server/readiness";
import { ask } from "#lib/testing/api";
import { type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { jobsOf } from "#lib/testing/jobs";
import { testDatabase } from "#lib/testing/test-database";

// During an upgrade a process meets the tables of the next version: every open connection has prepared its statements
// on the tables before.

process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();
let clinic: FullClinic;

const reads = describedRoutes.filter(({ method }) => method === "GET");
const writes = ["/payments", "/messages", "/tasks", "/patient-notes", "/orders", "/services", "/referrals"];

const send = (route: DescribedRoute) => {
  const body = clinic.bodyOf(route);
  return ask(route, {
    headers: clinic.headersFor(route),
    params: clinic.paramsOf(route.path),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
};

/** Reads everything and writes a record of each kind; returns each status, and that of each job at its end. */
async function work(): Promise<string[]> {
  const done: string[] = [];
  for (const route of reads) done.push(`GET ${route.path}: ${(await send(route)).status}`);
  const jobs = jobsOf(database, () => clinic);
  for (const path of writes) {
    const route = describedRoutes.find((each) => each.method === "POST" && each.path === path);
    if (!route) throw new Error(`There is no POST ${path}`);
    const answer = await send(route);
    const id = Number(JSON.parse(answer.text).job_id);
    await jobs.run(id);
    done.push(`POST ${path}: ${answer.status}, ${(await jobs.read(id)).status}`);
  }
  return done;
}

/** Expands every table as a migration of the next version may. */
async function expandEverything(): Promise<number> {
  const tables = await database.asOwner<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'sandbox')`,
  );
  for (const { name } of tables) {
    await database.asOwner(
      `ALTER TABLE ${name} ADD COLUMN added_later text, ADD COLUMN counted_later integer NOT NULL DEFAULT 0`,
    );
  }
  const later = Date.now() + 86_400_000;
  await database.asOwner("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', $1)", [later]);
  return tables.length;
}

beforeAll(async () => {
  clinic = await openFullClinic(database);
});

it("a process goes on serving when the next version's migration has expanded every table", {
  tags: "long",
}, async () => {
  const before = await work();
  expect(before.filter((line) => /: (200|202, completed)$/.test(line)).length).toBeGreaterThan(40);
  expect(await expandEverything()).toBeGreaterThan(30);
  expect(await work()).toEqual(before);
  expect((await readiness()).status).toBe(200);
});
