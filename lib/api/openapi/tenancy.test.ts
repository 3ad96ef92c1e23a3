/** @module-tag long */

import { beforeAll, describe, expect, it } from "vitest";
import { PUT as SET_PASSPHRASE } from "#app/v1/downtime-packets/passphrase/route.ts";
import { loadPractice } from "#lib/emr/sandbox/load";
import { ADMIN_PERMISSIONS } from "#lib/security/permissions";
import { ask, isOfLinking, isWrite, permissionOf } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { clinicRecords } from "#lib/testing/clinic-records";
import { type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { callerOf, type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { makeLinkToken } from "#lib/testing/link-token";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

// One caller sends all requests within a minute.
process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();
const routes = describedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** An origin of the strangers alone. */
const LINKING = "https://linking.example";
const strangers = ["another organization", "another linked account of the organization"] as const;
let clinic: FullClinic;
let headersOf: Record<(typeof strangers)[number], (route: DescribedRoute) => Record<string, string>>;
let staff: Record<string, string>;
let admin: Record<string, string>;

beforeAll(async () => {
  clinic = await openFullClinic(database);
  const [other, sibling] = [await makeLinkedAccount(), await makeSibling(clinic)];
  // Their EMR holds records with the same ids; nothing of it is synchronized.
  for (const { tenant } of [other, sibling]) await loadPractice(tenant.linkedAccountId, clinicRecords("sandbox"));
  const [otherPerson, siblingPerson] = [await signIn(other, "admin"), await signIn(clinic, "admin")];
  siblingPerson["x-linked-account"] = sibling.tenant.linkedAccountId;
  const [otherLink, siblingLink] = [await makeLinkToken(other, LINKING), await makeLinkToken(sibling, LINKING)];
  headersOf = {
    "another organization": (route) =>
      callerOf(route, { integrator: other.headers, person: otherPerson, link: otherLink.headers }),
    "another linked account of the organization": (route) =>
      callerOf(route, { integrator: sibling.headers, person: siblingPerson, link: siblingLink.headers }),
  };
  for (const person of [otherPerson, siblingPerson]) {
    await call(SET_PASSPHRASE, "PUT", "/downtime-packets/passphrase", {
      headers: person,
      body: clinic.bodyOf({ method: "PUT", path: "/downtime-packets/passphrase" }),
    });
  }
  [staff, admin] = [await signIn(clinic, "staff"), await signIn(clinic, "admin")];
});

/** Routes of the whole organization, which admins of every linked account may read and change. */
const OF_ORGANIZATION =
  /^\/((api-clients|audit-log|embed\/origins|emr-apps|link-tokens|linked-accounts|oauth-grants|organizations|scim-tokens|users)(\/|$)|embed\/sessions$)/;

/**
 * Returns the organization's rows that no other organization may change. A client's last use is left out, as requests
 * change it.
 */
const organizationRows = () =>
  Promise.all(
    ["linked_account", "api_client", "app_user", "embed_origin", "emr_app", "organization_key", "second_factor"].map(
      (name) =>
        database.asOwner(
          `SELECT '${name}' AS name, jsonb_agg(to_jsonb(t) - 'last_used_at' ORDER BY id) FROM ${name} t
         WHERE organization_id = $1`,
          [clinic.tenant.organizationId],
        ),
    ),
  );

/**
 * Returns a digest of every row of the clinic by table, without the audit log, which grows when the clinic's own users
 * are refused.
 */
async function contents(): Promise<unknown> {
  const tables = await database.asOwner<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'linked_account_id' AND table_name <> 'audit_log' ORDER BY 1`,
  );
  const digests = tables.map(({ name }) =>
    database.asOwner(
      `SELECT '${name}' AS name, md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${name} t
                      WHERE linked_account_id = $1`,
      [clinic.tenant.linkedAccountId],
    ),
  );
  return Promise.all(digests);
}

/**
 * What admins end for all accounts of the organization: an origin with its embed sessions, and what a person has granted to an
 * assistant on any of them.
 */
const ENDS_IN_ALL_ACCOUNTS = new Set(["DELETE /embed/origins/{id}", "DELETE /oauth-grants/{id}"]);

/** Writes that name no record: they change only the caller's own account. */
const ACCEPTED_BLINDLY = new Set([
  "DELETE /me/sessions",
  "PATCH /sandbox/behavior",
  "POST /api-clients",
  "POST /claims/fetch",
  "POST /downtime-packets",
  "POST /embed/origins",
  "POST /emr-apps",
  "POST /events/redeliver",
  "POST /jobs/retry",
  "POST /linked-accounts",
  "POST /linked-accounts/probe",
  "POST /me/second-factor/passkey-challenge",
  "POST /orders/catalog/fetch",
  "POST /patients/fetch",
  "POST /org-settings/fetch",
  "POST /organizations/keys/rotate",
  "POST /patients",
  "POST /saved-views",
  "POST /shift-notes",
  "POST /users",
  "POST /scim-tokens",
  "POST /webhook-endpoints",
  "PUT /downtime-packets/passphrase",
  "PUT /me/alerts",
  "PUT /organizations/oauth",
  "PUT /organizations/sign-in",
  "PUT /subscriptions",
]);

const send = (route: (typeof describedRoutes)[number], headers: Record<string, string>) => {
  const body = clinic.bodyOf(route);
  return ask(route, {
    headers,
    params: clinic.paramsOf(route.path),
    query: route.path === "/sandbox/writes" ? `?job_id=${clinic.paramsOf("/jobs/{job_id}").job_id}` : "",
    ...(isWrite(route) ? { body: JSON.stringify(body ?? {}) } : {}),
  });
};

describe.each(strangers)("for %s", (stranger) => {
  it.each(routes)("%s reveals and changes nothing", async (name, route) => {
    const isStranger = stranger === "another organization";
    const all = async () => [await contents(), isStranger ? await organizationRows() : null];
    const before = await all();
    const answer = await send(route, headersOf[stranger](route));
    const namesRecord = route.path.includes("{") || route.path === "/sandbox/writes";
    // A token names a person, who belongs to the organization.
    const shared = !isStranger && (OF_ORGANIZATION.test(route.path) || name === "POST /mcp-tokens");
    if (!isStranger && name === "GET /documents/{id}") {
      expect(answer.status).toBe(200);
    } else if (!shared) {
      if (namesRecord) expect(answer.status, answer.text).toBe(404);
      else if (!isWrite(route)) expect(answer.status, answer.text).toBeOneOf([200, 400, 404]);
      else if (ACCEPTED_BLINDLY.has(name)) expect(answer.status, answer.text).toBeLessThan(300);
      else expect(answer.status, answer.text).toBeOneOf([400, 404]);
      const sent = JSON.stringify([clinic.paramsOf(route.path), clinic.bodyOf(route)]);
      const leaked = [...clinic.ids].filter((id) => answer.text.includes(id) && !sent.includes(id));
      expect(leaked).toEqual([]);
      expect(withoutExamples(answer.text)).not.toMatch(/Ávila|Nguyen|O'Neil|MRN-|CLM-|REF-|DOC-|RCL-|APT-/);
    }
    if (!(shared && ENDS_IN_ALL_ACCOUNTS.has(name))) expect(await all()).toEqual(before);
  });
});

/** Returns an answer without the examples of the API document, whose patients are made up. */
const withoutExamples = (text: string): string =>
  text.startsWith('{"openapi"')
    ? JSON.stringify(JSON.parse(text, (key, value) => (key === "example" ? undefined : value)))
    : text;

describe("by the permissions of a role", () => {
  const ofAdmins = new Set<string>(ADMIN_PERMISSIONS);

  it.each(routes)("%s refuses staff exactly if it requires an admin", async (_name, route) => {
    const query = route.path === "/sandbox/writes" ? "?job_id=x" : "";
    // The request has no record and no body: a permitted caller gets 400 or 404.
    const asked = {
      query,
      params: { id: "x", ehr_id: "x", mrn: "x", job_id: "x" },
      ...(isWrite(route) ? { body: "[]" } : {}),
    };
    const refused = ofAdmins.has(permissionOf(route));
    const answer = await ask(route, { ...asked, headers: staff });
    if (isOfLinking(route)) {
      // Neither staff nor admins have link tokens.
      for (const headers of [staff, admin]) expect((await ask(route, { ...asked, headers })).status).toBe(403);
      return;
    }
    if (refused) {
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toEqual({ success: false, message: expect.any(String) });
    } else expect(answer.status).not.toBe(403);
    expect((await ask(route, { ...asked, headers: admin })).status).not.toBe(403);
  });
});
