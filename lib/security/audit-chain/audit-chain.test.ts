import { beforeEach, describe, expect, it, vi } from "vitest";
import { readClock } from "#lib/db/clock";
import { auditLog } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { auditRead } from "#lib/security/audit/audit-log";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { testDatabase } from "#lib/testing/test-database";
import { BrokenChain, extendChain, extendChainToEnd, GRACE_MS } from "./extend.ts";
import { exportOf, type Head, headOf, headsIn } from "./head.ts";
import { verifyChain } from "./verify.ts";

const database = testDatabase();
let organizationId: string;

const entryOf = (resource: string, at = new Date()) => ({
  organizationId,
  linkedAccountId: null,
  actor: { kind: "user" as const, id: "u", name: "Dana" },
  action: "patients:read",
  route: "GET /patients/{mrn}",
  status: 200,
  jobId: null,
  resource,
  patientMrn: "MRN-1",
  address: "198.51.100.7",
  at,
});

/** Adds entries, and a seal for them. */
async function sealed(...resources: string[]): Promise<Head> {
  for (const resource of resources) await auditRead(entryOf(resource));
  const seal = await extendChain(organizationId);
  if (!seal) throw new Error("Nothing was sealed");
  return headOf(seal);
}

/** Opens a transaction that has written an entry and commits on demand. */
async function openWriter(resource: string) {
  const written = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(auditLog).values({ id: newId(), ...entryOf(resource) });
    written.resolve();
    await promise;
  });
  await written.promise;
  return async () => {
    resolve();
    await done;
  };
}

const owner = (statement: string) => database.asOwner(statement.replaceAll("$org", `'${organizationId}'::uuid`));
const verify = (heads: Head[] = []) => verifyChain(organizationId, heads);
const kinds = async (heads: Head[] = []) => (await verify(heads)).findings.map(({ kind }) => kind);

/** The id of an entry, as findings name it. */
const idOf = async (resource: string) => {
  const rows = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM audit_log WHERE organization_id = $1 AND resource = $2",
    [organizationId, resource],
  );
  return rows[0]?.id ?? "";
};

beforeEach(async () => {
  startWithKeys(database.encryptionKey);
  ({ organizationId } = (await makeLinkedAccount()).tenant);
});

describe("the chain", () => {
  it("links every committed entry once and then has nothing to do", async () => {
    await sealed("a", "b");
    expect(await extendChain(organizationId)).toBeNull();
    await sealed("c");
    expect(await verify()).toMatchObject({ findings: [], chained: 3, seals: 2, waiting: 0 });
  });

  it.each([
    ["20 minutes behind", -20 * 60_000],
    ["400 days behind", -400 * 86_400_000],
    ["20 minutes ahead", 20 * 60_000],
  ])("links the entries of a process whose clock is %s", async (_name, ms) => {
    await sealed("before");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    try {
      await readClock();
      await auditRead(entryOf("skewed"));
    } finally {
      vi.useRealTimers();
      forgetSingleton("clock");
    }
    const seal = await extendChain(organizationId);
    expect([seal?.entries, await kinds()]).toEqual([1, []]);
  });

  it("links an entry that began earlier and commits later than others", async () => {
    const commit = await openWriter("early");
    await sealed("late");
    await commit();
    expect((await verify()).waiting).toBe(1);
    expect((await extendChain(organizationId))?.entries).toBe(1);
    expect(await verify()).toMatchObject({ findings: [], chained: 2, waiting: 0 });
  });

  it("links entries of long ago in batches, and afterwards those written in the meantime", async () => {
    await database.asOwner(
      `INSERT INTO audit_log (id, organization_id, actor, action, route, status, at)
       SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - 1000000000 + n), 12, '0') || lpad(to_hex(n), 20, '0'))::uuid,
         $1, '{"kind": "user", "id": "u", "name": "Dana"}', 'patients:read', 'GET /patients', 200, now()
       FROM generate_series(1, 1200) n`,
      [organizationId],
    );
    const commit = await openWriter("meanwhile");
    const seals: number[] = [];
    await extendChainToEnd(organizationId, ({ entries }) => seals.push(entries));
    await commit();
    await extendChainToEnd(organizationId, ({ entries }) => seals.push(entries));
    expect(seals).toEqual([500, 500, 200, 1]);
    expect(await verify()).toMatchObject({ findings: [], chained: 1_201, waiting: 0 });
  });

  it("is one chain when several processes extend it and entries arrive at once", async () => {
    const write = Array.from({ length: 60 }, (_, n) => auditRead(entryOf(String(n))));
    const extend = Array.from({ length: 12 }, () => extendChain(organizationId));
    await Promise.all([...write, ...extend]);
    await extendChain(organizationId);
    expect(await verify()).toMatchObject({ findings: [], chained: 60, waiting: 0 });
  });

  it("is whole after a process that ended before its commit", async () => {
    await sealed("a");
    await auditRead(entryOf("b"));
    await owner("ALTER TABLE audit_seal RENAME TO audit_seal_away");
    await expect(extendChain(organizationId)).rejects.toThrow();
    await owner("ALTER TABLE audit_seal_away RENAME TO audit_seal");
    await owner("ALTER TABLE audit_seal ADD CONSTRAINT away CHECK (number < 2) NOT VALID");
    await expect(extendChain(organizationId), "after the links were sent").rejects.toThrow();
    await owner("ALTER TABLE audit_seal DROP CONSTRAINT away");
    expect(await verify()).toMatchObject({ findings: [], chained: 1, waiting: 1 });
    expect((await extendChain(organizationId))?.number).toBe(2);
  });

  it("moves to a new key, after which the old one is not needed", async () => {
    await sealed("a");
    const next = "n".repeat(40);
    startWithKeys(next, database.encryptionKey);
    expect(await extendChain(organizationId)).toMatchObject({ number: 2, entries: 0 });
    startWithKeys(next);
    expect(await kinds()).toEqual([]);
    await owner("UPDATE audit_log SET status = 500 WHERE organization_id = $org");
    expect(await kinds()).toEqual(["changed"]);
  });

  it("can be extended by the application's role, but not changed or removed", async () => {
    await sealed("a");
    const tenant = { organizationId, linkedAccountId: null };
    const refused = { cause: { code: "42501" } };
    for (const statement of [
      "UPDATE audit_link SET seal = 9",
      "DELETE FROM audit_link",
      "UPDATE audit_seal SET number = 9",
      "DELETE FROM audit_seal",
    ]) {
      await expect(
        withTenant(tenant, (tx) => tx.execute(statement)),
        statement,
      ).rejects.toMatchObject(refused);
    }
  });
});

describe("the verifier names", () => {
  it("a changed entry, to the microsecond of its time", async () => {
    await sealed("a", "b", "c");
    await owner(
      "UPDATE audit_log SET at = at + interval '1 microsecond' WHERE organization_id = $org AND resource = 'b'",
    );
    const { findings } = await verify();
    expect(findings).toEqual([
      { kind: "changed", what: expect.stringMatching(`^entry ${await idOf("b")} of .* is not what was sealed$`) },
    ]);
  });

  it("a changed entry whose link was changed as well", async () => {
    await sealed("a", "b");
    await owner("UPDATE audit_log SET status = 500 WHERE organization_id = $org AND resource = 'b'");
    await owner(`UPDATE audit_link l SET digest = sha256(convert_to((jsonb_strip_nulls(to_jsonb(a) - 'id' - 'at')
      || jsonb_build_object('at', extract(epoch FROM a.at)))::text, 'UTF8'))
      FROM audit_log a WHERE a.id = l.entry_id AND l.organization_id = $org`);
    const { findings } = await verify();
    expect(findings).toEqual([
      { kind: "altered", what: expect.stringMatching(/^seal 1 of .* does not fit its 2 links/) },
    ]);
  });

  it("a missing entry, and a link that is gone with its entry", async () => {
    await sealed("a", "b", "c");
    const gone = await idOf("b");
    await owner("DELETE FROM audit_log WHERE organization_id = $org AND resource = 'b'");
    expect((await verify()).findings).toEqual([
      { kind: "missing", what: expect.stringMatching(`^entry ${gone} of .* is gone, its link is there$`) },
    ]);
    await owner(`DELETE FROM audit_link WHERE entry_id = '${gone}'`);
    expect((await verify()).findings).toEqual([
      { kind: "missing", what: expect.stringMatching(/^1 of the 3 links of seal 1 of .* are gone$/) },
    ]);
  });

  it("an inserted entry, and one that was given a link", async () => {
    await sealed("a", "b");
    const id = newId(Date.now() - GRACE_MS - 60_000);
    await owner(`INSERT INTO audit_log (id, organization_id, actor, action, route, status)
      VALUES ('${id}', $org, '{}', 'patients:read', 'GET /patients', 200)`);
    expect((await verify()).findings).toEqual([
      { kind: "inserted", what: expect.stringMatching(`^entry ${id} of .* was never linked`) },
    ]);
    await owner(`INSERT INTO audit_link SELECT organization_id, '${id}', seal, digest FROM audit_link
      WHERE organization_id = $org LIMIT 1`);
    expect((await verify()).findings).toEqual(
      expect.arrayContaining([{ kind: "inserted", what: expect.stringMatching(/^1 links were added to seal 1/) }]),
    );
  });

  it("entries whose contents were exchanged", async () => {
    await sealed("a", "b");
    const [first, second] = [await idOf("a"), await idOf("b")];
    await owner(`UPDATE audit_log a SET resource = o.resource, at = o.at FROM audit_log o
      WHERE a.organization_id = $org AND o.organization_id = $org AND a.id <> o.id`);
    expect((await verify()).findings).toEqual([
      { kind: "reordered", what: expect.stringMatching(`^entry ${first} .* sealed as entry ${second}$`) },
      { kind: "reordered", what: expect.stringMatching(`^entry ${second} .* sealed as entry ${first}$`) },
    ]);
  });

  it("links that were moved to another seal", async () => {
    await sealed("a", "b");
    await sealed("c");
    await owner(`UPDATE audit_link SET seal = 2 WHERE organization_id = $org AND entry_id = '${await idOf("b")}'`);
    expect(await kinds()).toEqual(["missing", "inserted"]);
  });

  it("a log that was cut off with its chain, by an exported head", async () => {
    await sealed("a");
    const head = await sealed("b", "c");
    await owner("DELETE FROM audit_log WHERE organization_id = $org AND resource IN ('b', 'c')");
    await owner("DELETE FROM audit_link WHERE organization_id = $org AND seal = 2");
    await owner("DELETE FROM audit_seal WHERE organization_id = $org AND number = 2");
    expect(await kinds()).toEqual([]);
    expect((await verify([head])).findings).toEqual([
      { kind: "cut off", what: "the chain ends with seal 1; seal 2 was exported" },
    ]);
    await sealed("d");
    expect((await verify([head])).findings).toEqual([
      { kind: "altered", what: expect.stringMatching(/^seal 2 of .* is not the one that was exported$/) },
    ]);
  });

  it("seals that are missing, and a chain that was written without the key", async () => {
    await sealed("a");
    await sealed("b");
    await sealed("c");
    await owner("UPDATE audit_seal SET mac = sha256(hash) WHERE organization_id = $org AND number = 3");
    expect((await verify()).findings).toEqual([
      { kind: "altered", what: expect.stringMatching(/^seal 3 of .* has a false signature$/) },
    ]);
    await auditRead(entryOf("d"));
    await expect(extendChain(organizationId)).rejects.toThrow(BrokenChain);
    await owner("UPDATE audit_seal SET key_id = 'other' WHERE organization_id = $org AND number = 3");
    expect(await kinds()).toEqual(["altered"]);
    await owner("DELETE FROM audit_seal WHERE organization_id = $org AND number = 2");
    expect((await verify()).findings[0]?.what).toMatch(/is linked by seal 2, which is not there$/);
    expect((await verify()).findings[1]?.what).toBe("seals 2 to 2 are missing");
  });
});

it("heads are read from an export and from the product's log", () => {
  const head = { organization_id: newId(), seal: 3, hash: "0a".repeat(32) };
  const log = JSON.stringify({ level: "info", ...head, msg: "the audit log's chain was extended" });
  expect(headsIn(`${log}\nno json\n{"seal":4}\n${JSON.stringify(head)}\n`)).toEqual({
    heads: [head, head],
    exported: null,
  });
  expect(headsIn(`${exportOf([])}${log}\n${exportOf([head])}`)).toEqual({ heads: [head, head], exported: 1 });
});
