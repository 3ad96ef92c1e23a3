import { decodeProtectedHeader } from "jose";
import { expect, it } from "vitest";
import { GET as AUDIT } from "#app/v1/audit-log/route.ts";
import { POST } from "#app/v1/organizations/keys/rotate/route.ts";
import { GET } from "#app/v1/organizations/keys/route.ts";
import { publicKeySet, signAssertion } from "#lib/security/organization-keys/keys";
import { call } from "#lib/testing/call";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();

const rotate = (headers: Record<string, string>, body = {}) =>
  call(POST, "POST", "/organizations/keys/rotate", { headers, body });

it("ends all earlier keys at once if it is asked to, also during a rotation", async () => {
  const account = await makeLinkedAccount();
  const { organizationId } = account.tenant;
  const admin = await signIn(account, "admin");
  await publicKeySet(organizationId);
  const first = await rotate(admin);
  const { status, body } = await rotate(admin, { end_previous: true });
  expect([status, body.keys.length]).toEqual([200, first.body.keys.length / 2]);
  const kids = body.keys.map(({ kid }: { kid: string }) => kid);
  expect((await publicKeySet(organizationId))?.keys.map(({ kid }) => kid)).toEqual(kids);
  expect(first.body.keys.some(({ kid }: { kid: string }) => kids.includes(kid))).toBe(false);
  const { kid, alg } = decodeProtectedHeader(await signAssertion(organizationId, {}, "RS384"));
  expect([kids.includes(kid), alg]).toEqual([true, "RS384"]);
});

it("rotates the organization's keys for an admin's session alone, and leaves an entry in the audit log", async () => {
  const account = await makeLinkedAccount();
  const { organizationId } = account.tenant;
  const before = await publicKeySet(organizationId);
  expect((await rotate(account.headers)).status).toBe(403);
  expect((await rotate(await signIn(account, "staff"))).status).toBe(403);
  const admin = await signIn(account, "admin");
  const { status, body } = await rotate(admin);
  expect([status, body.message, body.jwks_path, body.keys.length]).toEqual([
    200,
    "Keys rotated",
    `/.well-known/jwks/${organizationId}.json`,
    4,
  ]);
  const known = before?.keys.map(({ kid }) => kid);
  for (const { kid, signs_from, retires_at } of body.keys) {
    const isOld = known?.includes(kid);
    const moment = Date.parse(isOld ? retires_at : signs_from);
    const hours = (moment - Date.now()) / 3_600_000;
    expect([Math.round(hours), isOld ? null : retires_at]).toEqual([isOld ? 24 : 23, null]);
  }
  const listed = await call(GET, "GET", "/organizations/keys", { headers: admin });
  expect(listed.body.keys).toEqual(body.keys);
  const again = await rotate(admin);
  expect([again.status, again.body.message]).toEqual([
    409,
    "A rotation is in progress: the old keys have not retired yet; nothing was saved",
  ]);
  const { audit_log } = (await call(AUDIT, "GET", "/audit-log?action=organization-keys:rotate", { headers: admin }))
    .body;
  expect(audit_log.map((entry: { status: number }) => entry.status)).toContain(200);
  const [kept] = await database.asOwner<{ text: string }>("SELECT string_agg(a::text, '') AS text FROM audit_log a");
  expect(kept?.text).not.toMatch(/"(d|n|x)":/);
});
