import { apiHeaders } from "./support/credentials.ts";
import { expect, test } from "./support/test.ts";

test("EMRs read an organization's public keys without credentials, and no private part of them", async ({ demo }) => {
  const listed = await fetch(`${demo.base_url}/organizations/keys`, { headers: apiHeaders(demo) });
  const { jwks_path } = await listed.json();
  const answer = await fetch(new URL(jwks_path, demo.base_url));
  const { keys } = await answer.json();
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "application/jwk-set+json",
    "public, max-age=300",
  ]);
  expect(keys.map(({ alg, d }: { alg: string; d?: string }) => [alg, d])).toEqual([
    ["RS384", undefined],
    ["ES384", undefined],
  ]);
  const unknown = await fetch(new URL(jwks_path.replace(/[^/]+$/, "keys.json"), demo.base_url));
  expect([unknown.status, await unknown.json()]).toEqual([404, { success: false, message: "Organization not found" }]);
});
