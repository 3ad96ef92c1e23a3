import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { POST as TASK } from "#app/v1/tasks/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { publicKeySet } from "#lib/security/organization-keys/keys";
import { call } from "#lib/testing/call";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { MRN_SYSTEM } from "#lib/testing/fhir/clinic/plan";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type OAuthServer, startOAuthServer } from "#lib/testing/fhir/oauth-server";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker, until } from "#lib/testing/worker-process";

process.env.SEED = "demo";
const database = testDatabase();

const CLIENT_SECRET = "canary-of-the-client-secret";
const HEADER_VALUE = "canary-of-the-fixed-header";
/** An assertion, or any other signed token. */
const SIGNED = /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/;

let fhir: MedplumServer;
let oauth: OAuthServer;
let quoting: { baseUrl: string; isOut: boolean; stop(): void };
let account: TestAccount;
let admin: Record<string, string>;
/** Headers that authorized a call, as the servers received them. */
const seen = new Set<string>();

/** A server that answers searches with nothing, and once it is out quotes in its refusals all that it was sent. */
async function startQuoting() {
  const front = { isOut: false };
  const answer: RequestListener = ({ url = "", headers }, response) => {
    if (!front.isOut) {
      const type = url.includes("metadata") ? "CapabilityStatement" : "Bundle";
      const body = { resourceType: type, type: "searchset", fhirVersion: "4.0.1", entry: [] };
      return void response.writeHead(200, { "content-type": "application/fhir+json" }).end(JSON.stringify(body));
    }
    const issue = [{ severity: "error", code: "security", diagnostics: `Refused: ${headers["x-api-key"]}` }];
    response.writeHead(403).end(JSON.stringify({ resourceType: "OperationOutcome", issue }));
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`;
  return Object.assign(front, { baseUrl, stop: () => void server.close() });
}

beforeAll(async () => {
  for (const name of ["environment", "probe-counts"]) forgetSingleton(name);
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
  const jwks = (await publicKeySet(account.tenant.organizationId)) ?? { keys: [] };
  oauth = await startOAuthServer({
    clients: [
      { client_id: "by-secret", client_secret: CLIENT_SECRET, token_endpoint_auth_method: "client_secret_basic" },
      { client_id: "by-key", jwks, token_endpoint_auth_method: "private_key_jwt" },
    ],
    // A short life, so that several tokens are fetched.
    seconds: 3,
  });
  fhir = await startMedplum();
  fhir.admits = async (headers) => {
    if (headers.authorization) seen.add(headers.authorization.replace(/^\w+ /, ""));
    return oauth.admits(headers);
  };
  await fhir.load(excerptOf(clinicResources(new Date()), { PractitionerRole: 5, Patient: 3, ServiceRequest: 2 }));
  quoting = await startQuoting();
});
afterAll(async () => {
  quoting.stop();
  await Promise.all([fhir.stop(), oauth.stop()]);
});

async function link(name: string, baseUrl: string, auth: Record<string, unknown>) {
  const connection = { base_url: baseUrl, auth, mrn_system: MRN_SYSTEM };
  const body = { name, emr_type: "fhir", timezone: "America/Chicago", connection };
  const answer = await call(LINK, "POST", "/linked-accounts", { headers: admin, body });
  if (answer.status !== 201) throw new Error(answer.body.message);
  const { id, access_token } = answer.body.linked_account;
  await database.asOwner("UPDATE linked_account SET writes = NULL WHERE id = $1", [id]);
  return { id: id as string, headers: { ...account.headers, access_token: access_token as string } };
}

const read = async (id: string) =>
  (
    await database.asOwner<{ kinds: number }>(
      `SELECT count(*)::integer AS kinds FROM sync_kind
       WHERE linked_account_id = $1 AND NOT reading AND runner IS NULL AND (synced_at IS NOT NULL OR failures > 0)`,
      [id],
    )
  )[0]?.kinds ?? 0;

it("no token, secret or assertion of a FHIR connection is written down by a process that syncs and writes with it", {
  tags: "long",
}, async () => {
  const token_url = oauth.tokenUrl;
  const bySecret = await link("Secret", fhir.baseUrl, {
    kind: "client_secret",
    client_id: "by-secret",
    client_secret: CLIENT_SECRET,
    token_url,
  });
  const byKey = await link("Key", fhir.baseUrl, { kind: "smart_backend", client_id: "by-key", token_url });
  const byHeader = await link("Header", quoting.baseUrl, {
    kind: "header",
    header_name: "X-Api-Key",
    header_value: HEADER_VALUE,
  });
  quoting.isOut = true;
  let written = "";
  const worker = await startWorker(
    { DEMO: "off", SEED: "", EMR_PRIVATE_TARGETS: "127.0.0.0/8", LOG_LEVEL: "debug" },
    (text) => {
      written += text;
    },
  );
  try {
    const ids = [bySecret, byKey, byHeader].map(({ id }) => id);
    await until(async () => (await Promise.all(ids.map(read))).every((kinds) => kinds > 0), 60_000);
    const [patient] = await database.asOwner<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1", [
      bySecret.id,
    ]);
    const body = { patient_mrn: patient?.mrn, description: "Call back" };
    const accepted = await call(TASK, "POST", "/tasks", { body, headers: bySecret.headers });
    expect(accepted.status).toBe(202);
    oauth.endTokens();
    const ended = async () =>
      (await database.asOwner("SELECT 1 FROM job WHERE id = $1 AND attempts > 0", [accepted.body.job_id])).length > 0;
    await until(ended, 30_000);
  } finally {
    await killWorker(worker);
  }
  expect(written).toContain('"msg":"sync done"');
  expect(written).toContain('"msg":"sync not completed"');
  expect(seen.size).toBeGreaterThan(1);
  const stored = await database.asOwner<{ text: string }>(
    `SELECT string_agg(t, E'\\n') AS text FROM (SELECT k::text FROM sync_kind k UNION ALL SELECT a::text FROM job_attempt a
       UNION ALL SELECT e.envelope::text FROM event e UNION ALL SELECT l::text FROM audit_log l) AS all_rows (t)`,
  );
  for (const text of [written, stored[0]?.text ?? ""]) {
    for (const secret of [CLIENT_SECRET, HEADER_VALUE, ...seen]) expect(text.includes(secret)).toBe(false);
    expect(text.match(SIGNED)).toBeNull();
  }
});
