import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "#app/api/jwks/[organization]/route.ts";
import { withTenant } from "#lib/db/tenant";
import { applyRetention } from "#lib/jobs/retention/retention";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { newKeyPairs } from "./key-pairs.ts";
import { publicKeySet, rotateKeys, signAssertion } from "./keys.ts";

const database = testDatabase();
const HOUR_MS = 60 * 60_000;

let account: TestAccount;
let organizationId: string;

beforeEach(async () => {
  account = await makeLinkedAccount();
  organizationId = account.tenant.organizationId;
});

const published = (organization: string) =>
  GET(new Request("http://console/"), { params: Promise.resolve({ organization }) });

const keySet = async (at?: Date) => (await publicKeySet(organizationId, at)) as JSONWebKeySet;
const kids = ({ keys }: JSONWebKeySet) => keys.map(({ kid }) => kid);
const sign = (at?: Date, algorithm = "ES384") => signAssertion(organizationId, { sub: "backend" }, algorithm, at);
const rotate = async (at: Date) => {
  const pairs = await newKeyPairs();
  return withTenant({ organizationId, linkedAccountId: null }, (tx) => rotateKeys(tx, organizationId, pairs, at));
};

describe("the keys of an organization", () => {
  it("are made when they are read first, once for requests at the same time, and stay", async () => {
    const sets = await Promise.all([keySet(), keySet(), sign().then(() => keySet())]);
    expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(1);
    expect(await keySet()).toEqual(sets[0]);
    expect(sets[0]?.keys.map(({ alg, use, kty }) => [alg, use, kty])).toEqual([
      ["RS384", "sig", "RSA"],
      ["ES384", "sig", "EC"],
    ]);
  });

  it.each(["RS384", "ES384"])("sign by %s what their public half verifies", async (algorithm) => {
    const { payload, protectedHeader } = await jwtVerify(
      await sign(undefined, algorithm),
      createLocalJWKSet(await keySet()),
    );
    expect([payload.sub, protectedHeader.alg, protectedHeader.typ]).toEqual(["backend", algorithm, "JWT"]);
  });

  it("stand at their address without private parts, for a while", async () => {
    const answer = await published(organizationId);
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("content-type")]).toEqual([
      200,
      "public, max-age=300",
      "application/jwk-set+json",
    ]);
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual(await keySet());
    for (const part of ["d", "p", "q", "dp", "dq", "qi"]) expect(text).not.toContain(`"${part}":`);
  });

  it("are 404 for an organization that does not exist, and for no id", async () => {
    for (const id of [newId(), "keys", "..", ""]) expect((await published(id)).status).toBe(404);
  });

  it("are sealed, and seen by no other organization", async () => {
    await keySet();
    const rows = await database.asOwner<{ kept: string }>(
      "SELECT private_keys AS kept FROM organization_key WHERE organization_id = $1",
      [organizationId],
    );
    expect(rows.map(({ kept }) => kept.slice(0, 3))).toEqual(["eyJ"]);
    const stranger = await makeLinkedAccount();
    expect(await publicKeySet(stranger.tenant.organizationId)).not.toEqual(await keySet());
  });
});

describe("a rotation", () => {
  it("publishes the new keys for 23 hours before they sign, and the old ones for 24", async () => {
    const begin = new Date();
    const old = await keySet(begin);
    await rotate(begin);
    const at = (hours: number) => new Date(begin.getTime() + hours * HOUR_MS);
    const both = await keySet(at(0.01));
    expect(kids(both)).toEqual([...kids(old), expect.any(String), expect.any(String)]);
    const signer = async (hours: number) => decodeProtectedHeader(await sign(at(hours))).kid;
    expect(kids(old)).toContain(await signer(22.9));
    expect(kids(old)).not.toContain(await signer(23.1));
    expect(await keySet(at(23.9))).toEqual(both);
    expect(kids(await keySet(at(24.1)))).toEqual(kids(both).slice(2));
  });

  it("leaves no signature unverified, whatever copy of the set a server has kept for up to 23 hours", {
    tags: "long",
  }, async () => {
    const begin = new Date();
    await keySet(begin);
    await rotate(begin);
    for (let hour = 0; hour <= 30; hour++) {
      const now = new Date(begin.getTime() + hour * HOUR_MS);
      const token = await sign(now, "ES384");
      for (const age of [0, 1, 12, 22.9]) {
        const copiedAt = new Date(Math.max(begin.getTime() + 1, now.getTime() - age * HOUR_MS));
        await jwtVerify(token, createLocalJWKSet(await keySet(copiedAt)));
      }
    }
  });

  it("is refused while one is in progress, and removes the retired keys at the next", async () => {
    const begin = new Date();
    await keySet(begin);
    expect(await rotate(begin)).toHaveLength(2);
    expect(await rotate(new Date(begin.getTime() + 23 * HOUR_MS))).toBeNull();
    expect(await rotate(new Date(begin.getTime() + 25 * HOUR_MS))).toHaveLength(2);
    const [{ count } = { count: 0 }] = await database.asOwner<{ count: number }>(
      "SELECT count(*)::int AS count FROM organization_key WHERE organization_id = $1",
      [organizationId],
    );
    expect(count).toBe(2);
  });

  it("ends with the removal of the old keys by the hourly retention", async () => {
    const begin = new Date();
    await keySet(begin);
    await rotate(begin);
    const keptAfter = async (hours: number) => {
      await applyRetention(new Date(begin.getTime() + hours * HOUR_MS));
      const kept = "SELECT id FROM organization_key WHERE organization_id = $1";
      return (await database.asOwner(kept, [organizationId])).length;
    };
    expect([await keptAfter(23), await keptAfter(25)]).toEqual([2, 1]);
  });

  it("makes the first keys of an organization that has none, which sign at once", async () => {
    expect(await rotate(new Date())).toHaveLength(1);
    expect(kids(await keySet())).toContain(decodeProtectedHeader(await sign()).kid);
  });
});
