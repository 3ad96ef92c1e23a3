/** @module-tag long */

import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { ask, route } from "#lib/testing/api";
import { openClinic } from "#lib/testing/clinic";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { jobsOf } from "#lib/testing/jobs";
import { addPeople } from "#lib/testing/people";
import { testDatabase } from "#lib/testing/test-database";
import { type Moved, moveOrganization } from "./move.ts";
import { movedTables } from "./moved-tables.ts";

// Two deployments on two databases, which share the key in this test.

const database = testDatabase();
const target = `crc_target_${randomBytes(6).toString("hex")}`;
const onTarget = (url: string) => url.replace(/\/[^/]+$/, `/${target}`);

let clinic: FullClinic;
let neighbour: FullClinic;
let admin: pg.Client;
let there: pg.Client;

/** Lets the application of this process use the source or the target. Closes its connections first. */
async function serveFrom(which: "source" | "target"): Promise<void> {
  await closeSingletons();
  const at = (url: string) => (which === "source" ? url : onTarget(url));
  Object.assign(process.env, {
    APP_DATABASE_URL: at(database.appUrl),
    SANDBOX_DATABASE_URL: at(database.sandboxUrl),
  });
  // Another deployment is another process, which knows no caller.
  for (const name of ["environment", "client-cache"]) forgetSingleton(name);
}

const move = async (organization = clinic.tenant.organizationId, partsPeople = false): Promise<Moved> => {
  await closeSingletons();
  return moveOrganization({
    organization: organization.replaceAll("-", ""),
    partsPeople,
    from: database.ownerUrl,
    to: onTarget(database.ownerUrl),
  });
};

/** Returns how many rows of an organization a database holds, by table. */
async function rowsIn(url: string, organization: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url, application_name: "crc-test" });
  await client.connect();
  const counts: Record<string, number> = {};
  for (const { name, condition } of await movedTables(client, organization.replaceAll("-", ""))) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${name} WHERE ${condition}`);
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  await client.end();
  return counts;
}

beforeAll(async () => {
  const template = inject("template");
  admin = new pg.Client({ connectionString: template.ownerUrl.replace(/\/[^/]+$/, "/postgres") });
  await admin.connect();
  const source = new URL(template.ownerUrl).pathname.slice(1);
  await admin.query(`CREATE DATABASE ${target} TEMPLATE ${admin.escapeIdentifier(source)} STRATEGY FILE_COPY`);
  there = new pg.Client({ connectionString: onTarget(database.ownerUrl), application_name: "crc-test" });
  await there.connect();
  neighbour = await openFullClinic(database);
  clinic = await openFullClinic(database);
});

afterAll(async () => {
  await serveFrom("source");
  await there.end();
  await admin.query(`DROP DATABASE ${target} WITH (FORCE)`);
  await admin.end();
});

const onTargetAsOwner = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
  (await there.query<Row>(statement, values)).rows;

const payment = route("POST", "/payments");
const accept = async () => {
  const answer = await ask(payment, { headers: clinic.headers, body: JSON.stringify(clinic.bodyOf(payment)) });
  return { status: answer.status, job: Number(JSON.parse(answer.text).job_id) };
};
const read = async (path: string, { headers }: FullClinic = clinic) => {
  const { status, text } = await ask(route("GET", path), { headers });
  return { status, text };
};

describe("moving an organization", () => {
  it("is refused while a process is connected, and for an unknown organization", async () => {
    await read("/patients");
    const organization = clinic.tenant.organizationId.replaceAll("-", "");
    const asked = { organization, partsPeople: false, from: database.ownerUrl, to: onTarget(database.ownerUrl) };
    await expect(moveOrganization(asked)).rejects.toThrow("Stop every process");
    await expect(move("0".repeat(32))).rejects.toThrow("no such organization");
    await expect(moveOrganization({ ...asked, from: database.appUrl }).finally(closeSingletons)).rejects.toThrow(
      "DATABASE_URL must name a superuser",
    );
  });

  it("is refused while another deployment works on one of its jobs", async () => {
    const { job } = await accept();
    await database.asOwner(
      `INSERT INTO passed_on (organization_id, linked_account_id, job_id, callback_hash, due_at)
       SELECT organization_id, linked_account_id, id, 'a hash', now() FROM job WHERE id = $1`,
      [job],
    );
    await expect(move()).rejects.toThrow("passed on to another deployment");
    await database.asOwner("DELETE FROM passed_on");
  });

  it("takes every row, unfinished work included, and leaves the neighbour's alone", async () => {
    const { job } = await accept();
    const [patients, jobs] = [await read("/patients"), await read("/jobs")];
    const { organizationId } = clinic.tenant;
    const before = await rowsIn(database.ownerUrl, organizationId);
    const besides = await rowsIn(database.ownerUrl, neighbour.tenant.organizationId);
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(before["queue.entry"]).toBeGreaterThan(0);

    const { rows, copied } = await move();
    expect([Object.fromEntries(rows), copied]).toEqual([before, true]);
    expect(await rowsIn(database.ownerUrl, organizationId)).toEqual({});
    expect(await rowsIn(onTarget(database.ownerUrl), organizationId)).toEqual(before);
    expect(await rowsIn(database.ownerUrl, neighbour.tenant.organizationId)).toEqual(besides);

    await serveFrom("target");
    expect(await read("/patients")).toEqual(patients);
    expect(await read("/jobs")).toEqual(jobs);
    expect((await read("/patients", neighbour)).status).toBe(401);
    // The unfinished job is done there once, and the next one has a new number.
    const jobsThere = jobsOf({ ...database, asOwner: onTargetAsOwner }, () => clinic);
    await jobsThere.run(job);
    expect((await jobsThere.read(job)).status).toBe("completed");
    expect(await jobsThere.writesOf(job)).toHaveLength(1);
    expect((await accept()).job).toBeGreaterThan(job);
    await serveFrom("source");
    expect((await read("/patients")).status).toBe(401);
    expect((await read("/patients", neighbour)).status).toBe(200);
  });

  it("that died between the two commits is finished by the next run", async () => {
    const other = await openClinic();
    const id = other.tenant.organizationId;
    const before = await rowsIn(database.ownerUrl, id);
    // The removal at the origin is what comes after the target's commit.
    await database.asOwner(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process dies here'; END $$;
      CREATE TRIGGER die BEFORE DELETE ON location FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(move(id)).rejects.toThrow("dies here");
    expect(await rowsIn(database.ownerUrl, id)).toEqual(before);
    expect(await rowsIn(onTarget(database.ownerUrl), id)).toEqual(before);
    await database.asOwner("DROP FUNCTION die() CASCADE");
    const { rows, copied } = await move(id);
    expect([Object.fromEntries(rows), copied]).toEqual([before, false]);
    expect(await rowsIn(database.ownerUrl, id)).toEqual({});
    expect(await rowsIn(onTarget(database.ownerUrl), id)).toEqual(before);
  });

  it("parts people of several organizations only if the operator says so, and leaves each a way in", async () => {
    const [moving, staying] = [await openClinic(), await openClinic()].map(({ tenant }) => tenant.organizationId);
    if (!moving || !staying) throw new Error("No organizations");
    const person = (homeOrganizationId: string) => {
      const id = newId();
      return {
        email: `${id}@clinic.example`,
        name: "Robin Lee",
        role: "admin" as const,
        homeUserId: id,
        homeOrganizationId,
      };
    };
    const [stays, moves] = [person(staying), person(moving)];
    for (const each of [stays, moves]) {
      const elsewhere = each.homeOrganizationId === moving ? staying : moving;
      await addPeople(each.homeOrganizationId, [{ ...each, id: each.homeUserId, passwordHash: "a hash" }]);
      await addPeople(elsewhere, [{ ...each, id: newId() }]);
    }
    const before = await rowsIn(database.ownerUrl, moving);
    const refused = await move(moving).catch(({ message }: Error) => message);
    expect(refused).toMatch(/^The move parts 1 person of this .*, and 1 person of .* --part-people$/);
    expect(refused).not.toMatch(/Robin|@/);
    expect(await rowsIn(database.ownerUrl, moving)).toEqual(before);

    // Dies between the two commits first, as in the test above.
    await database.asOwner(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process dies here'; END $$;
      CREATE TRIGGER die BEFORE DELETE ON location FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(move(moving, true)).rejects.toThrow("dies here");
    await database.asOwner("DROP FUNCTION die() CASCADE");
    expect((await move(moving, true)).copied).toBe(false);

    const users = `SELECT email, password_hash IS NOT NULL AS password, home_user_id IS NULL AS alone, session_version AS version
      FROM app_user WHERE organization_id = $1 AND name = 'Robin Lee' ORDER BY email`;
    const [atHome, withoutOne] = [
      { password: true, alone: true, version: 1 },
      { password: false, alone: true, version: 2 },
    ];
    const sorted = (rows: { email: string }[]) => rows.sort((one, other) => (one.email < other.email ? -1 : 1));
    expect(await onTargetAsOwner(users, [moving])).toEqual(
      sorted([
        { email: moves.email, ...atHome },
        { email: stays.email, ...withoutOne },
      ]),
    );
    expect(await database.asOwner(users, [staying])).toEqual(
      sorted([
        { email: moves.email, ...withoutOne },
        { email: stays.email, ...atHome },
      ]),
    );
  });

  it("removes nothing if the target holds another state of the organization", async () => {
    const other = await openClinic();
    const id = other.tenant.organizationId;
    const [row] = await database.asOwner<{ row: string }>(
      "SELECT row_to_json(t)::text AS row FROM organization t WHERE id = $1",
      [id],
    );
    await onTargetAsOwner("INSERT INTO organization SELECT * FROM json_populate_record(NULL::organization, $1::json)", [
      row?.row,
    ]);
    const before = await rowsIn(database.ownerUrl, id);
    await expect(move(id)).rejects.toThrow("no move to it was interrupted; nothing was moved");
    expect(await rowsIn(database.ownerUrl, id)).toEqual(before);
  });
});
