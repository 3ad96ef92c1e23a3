import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { auditRead } from "#lib/security/audit/audit-log";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { testDatabase } from "#lib/testing/test-database";
import { sign } from "./chain-key.ts";
import { hashOf } from "./digest.ts";
import { extendChain } from "./extend.ts";
import { type Head, headOf } from "./head.ts";
import { verifyChain } from "./verify.ts";

// What the database's owner can do, whom row-level security and grants do not bind: with everything but ENCRYPTION_KEY, and then
// with that as well.

const database = testDatabase();
let organizationId: string;

const write = (resource: string, organization = organizationId) =>
  auditRead({
    organizationId: organization,
    linkedAccountId: null,
    actor: { kind: "user", id: newId(), name: "Dana" },
    action: "patients:read",
    route: "GET /patients",
    status: 200,
    jobId: null,
    resource,
    patientMrn: "MRN-77",
    address: null,
    at: new Date(),
  });

/** Seals what was written; returns the head, as the operator keeps it elsewhere. */
async function seal(organization = organizationId): Promise<Head> {
  const sealed = await extendChain(organization);
  if (!sealed) throw new Error("Nothing was sealed");
  return headOf(sealed);
}

/** Writes the links and seals of the organization anew, so that they fit the entries as they are now. */
async function chainAnew(signed: (hash: Buffer) => { keyId: string; mac: Buffer }): Promise<void> {
  await database.asOwner(
    `UPDATE audit_link l SET digest = sha256(convert_to((jsonb_strip_nulls(to_jsonb(a) - 'id' - 'at')
       || jsonb_build_object('at', extract(epoch FROM a.at)))::text, 'UTF8'))
     FROM audit_log a WHERE a.id = l.entry_id AND l.organization_id = $1`,
    [organizationId],
  );
  const seals = await database.asOwner<{ number: number; entries: number; complete_to: Date; sealed_at: Date }>(
    "SELECT number, entries, complete_to, sealed_at FROM audit_seal WHERE organization_id = $1 ORDER BY number",
    [organizationId],
  );
  let previous: Buffer | null = null;
  for (const { number, complete_to: completeTo, sealed_at: sealedAt } of seals) {
    const links = await database.asOwner<{ entryId: string; digest: Buffer }>(
      `SELECT replace(entry_id::text, '-', '') AS "entryId", digest FROM audit_link
       WHERE organization_id = $1 AND seal = $2 ORDER BY entry_id`,
      [organizationId, number],
    );
    const entries = links.length;
    const hash: Buffer = hashOf({ organizationId, number, entries, completeTo, sealedAt }, links, previous);
    const { keyId, mac } = signed(hash);
    await database.asOwner(
      "UPDATE audit_seal SET entries = $3, hash = $4, key_id = $5, mac = $6 WHERE organization_id = $1 AND number = $2",
      [organizationId, number, entries, hash, keyId, mac],
    );
    previous = hash;
  }
}

const found = async (heads: Head[] = [], organization = organizationId) =>
  (await verifyChain(organization, heads)).findings.map(({ kind }) => kind);

/** Deletes an entry with its link, and hides a patient in another. */
async function falsify(): Promise<void> {
  await database.asOwner(
    "DELETE FROM audit_link WHERE entry_id = (SELECT id FROM audit_log WHERE organization_id = $1 AND resource = 'b')",
    [organizationId],
  );
  await database.asOwner("DELETE FROM audit_log WHERE organization_id = $1 AND resource = 'b'", [organizationId]);
  await database.asOwner("UPDATE audit_log SET patient_mrn = 'MRN-1' WHERE organization_id = $1 AND resource = 'a'", [
    organizationId,
  ]);
}

beforeEach(async () => {
  startWithKeys(database.encryptionKey);
  ({ organizationId } = (await makeLinkedAccount()).tenant);
  for (const resource of ["a", "b", "c"]) await write(resource);
});

describe("an owner without ENCRYPTION_KEY who writes the whole chain anew is found", () => {
  it("with a key of their own under the name of the product's", async () => {
    await seal();
    await write("d");
    await seal();
    await falsify();
    const { keyId } = sign(Buffer.alloc(32));
    const own = randomBytes(32);
    await chainAnew((hash) => ({ keyId, mac: createHmac("sha256", own).update(hash).digest() }));
    expect(await found()).toEqual(["altered", "altered"]);
  });

  it("with a key of their own under a name that nobody gave", async () => {
    await seal();
    await falsify();
    await chainAnew((hash) => ({ keyId: "0badc0de", mac: createHmac("sha256", "own").update(hash).digest() }));
    expect(await found()).toEqual(["altered"]);
  });

  it("with the product's signatures from before", async () => {
    await seal();
    const [kept] = await database.asOwner<{ mac: Buffer; key_id: string }>(
      "SELECT mac, key_id FROM audit_seal WHERE organization_id = $1",
      [organizationId],
    );
    await falsify();
    await chainAnew(() => ({ keyId: kept?.key_id ?? "", mac: kept?.mac ?? Buffer.alloc(0) }));
    expect(await found()).toEqual(["altered"]);
  });

  it("by the log of another organization", async () => {
    await seal();
    const other = (await makeLinkedAccount()).tenant.organizationId;
    await write("x", other);
    await seal(other);
    for (const table of ["audit_log", "audit_link", "audit_seal"]) {
      await database.asOwner(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
      await database.asOwner(`UPDATE ${table} SET organization_id = $1 WHERE organization_id = $2`, [
        organizationId,
        other,
      ]);
    }
    expect(await found()).toEqual(expect.arrayContaining(["altered"]));
  });
});

describe("only a head that was kept elsewhere shows", () => {
  it("that the log was emptied with its chain", async () => {
    const head = await seal();
    for (const table of ["audit_log", "audit_link", "audit_seal"])
      await database.asOwner(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
    expect([await found(), await found([head])]).toEqual([[], ["cut off"]]);
  });

  it("that an earlier state was put back", async () => {
    await seal();
    await write("d");
    const head = await seal();
    await database.asOwner("DELETE FROM audit_log WHERE organization_id = $1 AND resource = 'd'", [organizationId]);
    for (const [table, column] of [
      ["audit_link", "seal"],
      ["audit_seal", "number"],
    ])
      await database.asOwner(`DELETE FROM ${table} WHERE organization_id = $1 AND ${column} = 2`, [organizationId]);
    expect([await found(), await found([head])]).toEqual([[], ["cut off"]]);
  });

  it("what was done with ENCRYPTION_KEY at hand", async () => {
    const head = await seal();
    await falsify();
    await chainAnew(sign);
    expect([await found(), await found([head])]).toEqual([[], ["altered"]]);
  });
});

describe("nothing shows, also later", () => {
  it("what was changed before it was linked", async () => {
    await database.asOwner("UPDATE audit_log SET patient_mrn = 'MRN-1' WHERE organization_id = $1", [organizationId]);
    const head = await seal();
    expect(await found([head])).toEqual([]);
  });

  it("what a trigger of theirs never let in", async () => {
    await database.asOwner(`
      CREATE FUNCTION drop_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER drop_entry BEFORE INSERT ON audit_log FOR EACH ROW WHEN (NEW.resource = 'hidden') EXECUTE FUNCTION drop_entry()`);
    await write("hidden");
    await write("shown");
    await database.asOwner("DROP FUNCTION drop_entry() CASCADE");
    const head = await seal();
    const verdict = await verifyChain(organizationId, [head]);
    expect([verdict.chained, verdict.findings]).toEqual([4, []]);
  });
});
