/** @module-tag long */

import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { closeSingletons } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { ask, route } from "#lib/testing/api";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { type PacketPlace, type PacketProxy, startPacketProxy } from "#lib/testing/packet-proxy";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";
import { giveUpMove, moveOrganization } from "./move.ts";
import { movedTables } from "./moved-tables.ts";

// One organization moves to and fro between two databases, and each move dies at another place.

const database = testDatabase();
const other = `crc_target_${randomBytes(6).toString("hex")}`;
/** Places of an ordinary statement at which moves die, beside those of each commit. */
const ORDINARY = 8;
const HOSTILE = `O'Brien\\"; DROP TABLE patient; --\u202Eevil\u0007\r\nBcc: a@b.example {"a":[1]} 😀`;

let clinic: FullClinic;
let organization: string;
let admin: pg.Client;
let proxy: PacketProxy;
let places: PacketPlace[];
let whole: Record<string, string>;
/** The URLs of both databases, the one with the organization first. */
let [origin, target] = ["", ""];

/** Returns number and digest of the organization's rows by table. */
async function rowsIn(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, application_name: "crc-test" });
  await client.connect();
  const found: Record<string, string> = {};
  for (const { name, columns, condition } of await movedTables(client, organization)) {
    const { rows } = await client.query<{ rows: string }>(
      `SELECT string_agg(md5(t::text), ',' ORDER BY md5(t::text)) AS rows FROM (SELECT ${columns} FROM ${name} WHERE ${condition}) t`,
    );
    if (rows[0]?.rows) found[name] = rows[0].rows;
  }
  await client.end();
  return found;
}

const move = (urls = { from: origin, to: target }) => moveOrganization({ organization, partsPeople: false, ...urls });
const startAt = (url: string) => migrate(url, { encryptionKey: database.encryptionKey });
const turn = () => {
  [origin, target] = [target, origin];
};

/** Moves through the proxies, with a death at a place. Returns why the move failed. */
async function dyingMove(place: PacketPlace): Promise<string> {
  const urls = { from: await proxy.through(origin), to: await proxy.through(target) };
  proxy.dieAt(place, () => proxy.cutAll());
  return move(urls).then(
    () => "moved",
    (error: Error) => error.message,
  );
}

beforeAll(async () => {
  const template = inject("template");
  admin = new pg.Client({ connectionString: template.ownerUrl.replace(/\/[^/]+$/, "/postgres") });
  await admin.connect();
  const source = new URL(template.ownerUrl).pathname.slice(1);
  await admin.query(`CREATE DATABASE ${other} TEMPLATE ${admin.escapeIdentifier(source)} STRATEGY FILE_COPY`);
  origin = database.ownerUrl;
  target = origin.replace(/\/[^/]+$/, `/${other}`);
  clinic = await openFullClinic(database);
  organization = clinic.tenant.organizationId.replaceAll("-", "");
  // Work that has not ended: its queue's entry must move with it, once.
  const payment = route("POST", "/payments");
  await ask(payment, { headers: clinic.headers, body: JSON.stringify(clinic.bodyOf(payment)) });
  await database.asOwner("UPDATE organization SET name = $1", [HOSTILE]);
  await database.asOwner("UPDATE app_user SET name = $1", [HOSTILE]);
  await closeSingletons();
  whole = await rowsIn(origin);
  expect(whole).toHaveProperty(["queue.entry"]);
  proxy = startPacketProxy();
  // A move without a death, to know the places.
  proxy.dieAt(null, () => undefined);
  await move({ from: await proxy.through(origin), to: await proxy.through(target) });
  const sent = proxy.sent();
  turn();
  const last = sent.length;
  const around = sent.flatMap((text, index) => (/COMMIT|COMMENT ON/.test(text) ? [index, index + 1, index + 2] : []));
  const step = Math.floor(last / ORDINARY);
  const ordinary = Array.from({ length: ORDINARY }, (_, index) => 1 + index * step);
  places = [...new Set([...around, ...ordinary])]
    .filter((number) => number > 0 && number <= last)
    .sort((one, next) => one - next)
    .flatMap((number) => [
      { number, when: "before" as const },
      { number, when: "answered" as const },
    ]);
});

afterAll(async () => {
  await proxy.stop();
  await admin.query(`DROP DATABASE ${other} WITH (FORCE)`);
  await admin.end();
});

describe("a move that dies", () => {
  it("is whole here, there, or noted as unfinished, at every place; the next run ends it and nothing is doubled", async () => {
    const ends = { here: 0, both: 0, there: 0 };
    for (const place of places) {
      const said = await dyingMove(place);
      const at = `${JSON.stringify(place)}: ${said}`;
      const [here, there] = [await rowsIn(origin), await rowsIn(target)];
      const isHere = Object.keys(here).length > 0;
      const isThere = Object.keys(there).length > 0;
      expect(isHere ? here : whole, at).toEqual(whole);
      expect(isThere ? there : whole, at).toEqual(whole);
      expect(isHere || isThere, at).toBe(true);
      ends[isHere && isThere ? "both" : isHere ? "here" : "there"]++;
      if (isHere) {
        // No two deployments may do its work: where both have it, the origin does not start.
        const start = startAt(origin).then(
          () => "starts",
          ({ message }: Error) => message,
        );
        if (isThere) expect(await start, at).toContain(`The move of the organization ${organization} to another`);
        const { copied } = await move();
        expect(copied, at).toBe(!isThere);
      } else {
        await expect(move(), at).rejects.toThrow("DATABASE_URL has no such organization; TARGET_DATABASE_URL has it");
      }
      expect(await rowsIn(origin), at).toEqual({});
      expect(await rowsIn(target), at).toEqual(whole);
      await startAt(origin);
      await startAt(target);
      turn();
    }
    process.stdout.write(`${places.length} moves died: ${JSON.stringify(ends)}\n`);
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
  });

  it("as a real process is ended by the next one, in words", async () => {
    const begun = proxy.sent();
    proxy.dieAt(null, () => undefined);
    await move({ from: await proxy.through(origin), to: await proxy.through(target) });
    turn();
    const commit = proxy.sent().findIndex((text) => text.includes("COMMIT")) + 1;
    expect(begun).not.toEqual([]);
    for (const when of ["before", "answered"] as const) {
      const variables = { DATABASE_URL: await proxy.through(origin), TARGET_DATABASE_URL: await proxy.through(target) };
      const killed = await runCommand("move-organization", [organization], variables, (command) =>
        proxy.dieAt({ number: commit, when }, () => void command.kill("SIGKILL")),
      );
      expect(killed.code).toBeNull();
      const again = { DATABASE_URL: origin, TARGET_DATABASE_URL: target };
      const { code, stdout, stderr } = await runCommand("move-organization", [organization], again);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout.includes("An earlier run had copied the organization")).toBe(when === "answered");
      expect([await rowsIn(origin), await rowsIn(target)]).toEqual([{}, whole]);
      turn();
    }
  });
});

describe("a move that was interrupted", () => {
  /** Dies before the target's commit, or after it. */
  async function interrupt(when: PacketPlace["when"]): Promise<void> {
    proxy.dieAt(null, () => undefined);
    await move({ from: await proxy.through(origin), to: await proxy.through(target) });
    turn();
    await dyingMove({ number: proxy.sent().findIndex((text) => text.includes("COMMIT")) + 1, when });
  }

  it("may be given up until the target has the organization", async () => {
    const asked = () => giveUpMove({ organization, from: origin, to: target });
    await expect(asked()).rejects.toThrow("No move of it was interrupted");
    await interrupt("before");
    await expect(startAt(origin)).rejects.toThrow("was interrupted");
    await asked();
    await startAt(origin);
    await interrupt("answered");
    await expect(asked()).rejects.toThrow("TARGET_DATABASE_URL has the organization");
    await move();
    turn();
  });

  it("goes on to no other database, and no other organization moves before it", async () => {
    await interrupt("answered");
    const third = `crc_third_${randomBytes(6).toString("hex")}`;
    const source = new URL(inject("template").ownerUrl).pathname.slice(1);
    await admin.query(`CREATE DATABASE ${third} TEMPLATE ${admin.escapeIdentifier(source)} STRATEGY FILE_COPY`);
    try {
      const to = target.replace(/\/[^/]+$/, `/${third}`);
      await expect(move({ from: origin, to })).rejects.toThrow("its target was another database");
      expect(await rowsIn(to)).toEqual({});
      const next = { organization: "0".repeat(32), partsPeople: false, from: origin, to: target };
      await expect(moveOrganization(next)).rejects.toThrow(`${organization} was interrupted: finish it first`);
    } finally {
      await admin.query(`DROP DATABASE ${third} WITH (FORCE)`);
    }
    await move();
    turn();
  });
});

it("is refused in words if the target is a copy of the origin, such as a restored backup", async () => {
  const copy = `crc_copy_${randomBytes(6).toString("hex")}`;
  const source = new URL(origin).pathname.slice(1);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [source]);
  await admin.query(`CREATE DATABASE ${copy} TEMPLATE ${admin.escapeIdentifier(source)} STRATEGY FILE_COPY`);
  try {
    const to = origin.replace(/\/[^/]+$/, `/${copy}`);
    await expect(move({ from: origin, to })).rejects.toThrow("TARGET_DATABASE_URL has this organization");
    expect([await rowsIn(origin), await rowsIn(to)]).toEqual([whole, whole]);
  } finally {
    await admin.query(`DROP DATABASE ${copy} WITH (FORCE)`);
  }
});

it.each([
  ["a quote in the id", ["x' OR '1'='1"], {}, "The id of an organization is missing or invalid"],
  ["a server that is away", null, { TARGET_DATABASE_URL: "postgres://owner@127.0.0.1:9/records" }, "ECONNREFUSED"],
  ["a database that is none", null, { to: "/no_such_database" }, 'database "no_such_database" does not exist'],
  ["tables in use", null, { held: true }, "The tables are in use: stop every process"],
] as const)("the command refuses %s in words, without a stack", async (_case, args, given, message) => {
  const to = "to" in given ? target.replace(/\/[^/]+$/, given.to) : target;
  const variables = { DATABASE_URL: origin, TARGET_DATABASE_URL: to, ...given };
  const holder = new pg.Client({ connectionString: origin, application_name: "crc-test" });
  await holder.connect();
  if ("held" in given) await holder.query("BEGIN; LOCK TABLE patient IN ROW EXCLUSIVE MODE");
  const { code, stderr } = await runCommand(
    "move-organization",
    args ? [...args] : [organization],
    variables as Record<string, string>,
  );
  await holder.end();
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(await rowsIn(origin)).toEqual(whole);
});
