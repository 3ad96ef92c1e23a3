/** @module-tag long */

import { randomBytes } from "node:crypto";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, it } from "vitest";
import { setDeploymentApp } from "#lib/administration/emr-apps/deployment-apps";
import {
  apiClient,
  emrApp,
  emrAuthorization,
  emrWebhook,
  idempotencyKey,
  linkedAccount,
  mail,
  ownProvider,
  secondFactor,
  webhookEndpoint,
} from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { migrate } from "#lib/launcher/migrate";
import { auditRead } from "#lib/security/audit/audit-log";
import { extendChain } from "#lib/security/audit-chain/extend";
import { verifyChain } from "#lib/security/audit-chain/verify";
import { organizationKey } from "#lib/security/organization-keys/table";
import { currentSeal, open, seal } from "#lib/security/sealing/secret-box";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { runCommand } from "#lib/testing/run-command";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { testDatabase } from "#lib/testing/test-database";
import { makeWithoutAccounts } from "#lib/testing/without-accounts";
import { signatureHeaders } from "#lib/webhooks/deliveries/sign";

const database = testDatabase();
const [oldKey, newKey] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
/** More endpoints than fit into one batch. */
const ENDPOINTS = 130;
const PRIVATE_KEYS = '[{"kid":"1"}]';
const CREDENTIALS = '{"client_secret":"x"}';
const PASSPHRASE = "blue heron at the lake";
let account: TestAccount;
let oldSeal: string;

/** Runs `npm run rotate-keys`. Returns its exit code and output. */
async function rotate(previous: string, key = newKey): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await runCommand("rotate-keys", [], {
    DATABASE_URL: database.ownerUrl,
    AUTH_SECRET: process.env.AUTH_SECRET,
    ENCRYPTION_KEY: key,
    ENCRYPTION_KEYS_PREVIOUS: previous,
  });
  return [code, stdout + stderr];
}

/** Counts the rows of all tables that contain a value with this prefix. */
async function rowsWith(sealed: string): Promise<number> {
  const tables = await database.asOwner<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const counts = tables.map(({ name }) =>
    database.asOwner<{ count: number }>(`SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE $1`, [
      `%${sealed}%`,
    ]),
  );
  return (await Promise.all(counts)).reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

/** Returns the database URLs of the login roles derived from this key: the application's and the simulated EMR's. */
const signInsOf = async (encryptionKey: string) => Object.values(await migrate(database.ownerUrl, { encryptionKey }));

/** Opens connections with those roles, like a process with this key. */
async function signedIn(encryptionKey: string) {
  const addresses = await signInsOf(encryptionKey);
  const clients = addresses.map((connectionString) => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const roles = addresses.map((address) => decodeURIComponent(new URL(address).username));
  return { addresses, clients, roles, leave: () => Promise.all(clients.map((client) => client.end())) };
}

const rolesOfOldKey = () =>
  database.asOwner("SELECT rolname FROM pg_roles WHERE rolname LIKE 'crc%' AND rolname LIKE $1", [
    `%${oldRole.slice(-9)}`,
  ]);
let oldRole: string;

beforeAll(async () => {
  oldRole = decodeURIComponent(new URL((await migrate(database.ownerUrl, { encryptionKey: oldKey })).appUrl).username);
  // Restores the login roles of this process.
  await migrate(database.ownerUrl, { encryptionKey: database.encryptionKey });
  startWithKeys(oldKey);
  oldSeal = await currentSeal();
  account = await makeLinkedAccount();
  const { tenant } = account;
  const endpoints = Array.from({ length: ENDPOINTS }, async (_, index) => ({
    id: newId(),
    ...tenant,
    url: "https://partner.example/events",
    eventTypes: [],
    secret: await seal(`whsec_${index}`),
    previousSecret: index === 0 ? await seal("whsec_before") : null,
    earlierSecrets: index === 0 ? await seal("[]") : null,
    status: "enabled" as const,
  }));
  const rows = await Promise.all(endpoints);
  const answer = { sealed: await seal('{"success":true}') };
  const credentials = await seal(CREDENTIALS);
  const privateKeys = await seal(PRIVATE_KEYS);
  const downtimePassphrase = await seal(PASSPHRASE);
  await withTenant({ ...tenant, linkedAccountId: null }, async (tx) => {
    await tx.update(linkedAccount).set({ credentials, downtimePassphrase });
    const { organizationId } = tenant;
    await tx
      .insert(organizationKey)
      .values({ id: newId(), organizationId, publicKeys: [], privateKeys, signsFrom: new Date() });
    const ofPerson = { id: newId(), organizationId, userId: newId() };
    await tx.insert(mail).values({ ...ofPerson, kind: "invitation", cause: "invited", content: await seal("{}") });
    await tx.insert(emrWebhook).values({
      id: newId(),
      organizationId,
      emrType: "records_api",
      client: "https://emr.example/v1 client",
      sealed: await seal("{}"),
      nextAt: new Date(),
    });
    const app = { id: newId(), organizationId, issuer: "https://ehr.example/r4", clientId: "console" };
    await tx.insert(emrApp).values({ ...app, clientSecret: await seal("a-secret"), scopes: "offline_access" });
    await tx.insert(emrAuthorization).values({
      id: newId(),
      organizationId,
      begunBy: newId(),
      emrAppId: app.id,
      baseUrl: app.issuer,
      authorizeUrl: "https://ehr.example/authorize",
      issuer: app.issuer,
      namesIssuer: false,
      sealed: await seal("{}"),
      expiresAt: new Date(),
    });
    await tx.insert(ownProvider).values({
      id: newId(),
      organizationId,
      issuer: "https://sign-in.example",
      clientId: "console",
      clientSecret: await seal("a-secret"),
      externalIdClaim: "sub",
    });
    await tx
      .insert(secondFactor)
      .values({ ...ofPerson, kind: "totp", name: "App", lastStep: 0, secret: await seal("JBSWY3DPEHPK3PXP") });
  });
  await auditRead({
    organizationId: tenant.organizationId,
    linkedAccountId: null,
    actor: { kind: "user", id: newId(), name: "Ada" },
    action: "patients:read",
    route: "GET /patients",
    status: 200,
    jobId: null,
    resource: null,
    patientMrn: null,
    address: null,
    at: new Date(),
  });
  await extendChain(tenant.organizationId);
  await setDeploymentApp({ issuer: "https://ehr.example/r4", client_id: "console", client_secret: "a-secret" });
  const partner = await makeWithoutAccounts();
  const { organizationId: partnerId, apiClientId } = partner;
  await withTenant({ organizationId: partnerId, linkedAccountId: apiClientId }, async (tx) => {
    await tx.insert(webhookEndpoint).values({
      id: newId(),
      organizationId: partnerId,
      apiClientId,
      url: "https://partner.example/all",
      eventTypes: [],
      secret: await seal("whsec_all"),
      status: "enabled",
    });
    const ofClient = { organizationId: partnerId, linkedAccountId: apiClientId, actorKey: `api_client:${apiClientId}` };
    await tx
      .insert(idempotencyKey)
      .values({ ...ofClient, key: "exchange", requestHash: "h", status: 200, body: answer });
  });
  await withTenant(tenant, async (tx) => {
    await tx.insert(webhookEndpoint).values(rows);
    const kept = { ...tenant, actorKey: "user:1", requestHash: "h", status: 201 };
    await tx.insert(idempotencyKey).values([
      { ...kept, key: "with a secret", body: answer },
      { ...kept, key: "without", body: { sealed: "no envelope at all" } },
    ]);
  });
});

const stored = () =>
  readTenant(account.tenant, async (tx) => {
    const [of] = await tx
      .select({
        secret: linkedAccount.inboxSecret,
        credentials: linkedAccount.credentials,
        passphrase: linkedAccount.downtimePassphrase,
      })
      .from(linkedAccount);
    const [keys] = await tx.select().from(organizationKey);
    const endpoints = await tx.select().from(webhookEndpoint).orderBy(webhookEndpoint.id);
    return [
      of?.secret ?? "",
      of?.credentials ?? "",
      of?.passphrase ?? "",
      keys?.privateKeys ?? "",
      ...endpoints.flatMap(({ secret, previousSecret, earlierSecrets }) => [
        secret,
        previousSecret ?? secret,
        earlierSecrets ?? secret,
      ]),
    ];
  });

it("seals with the new key only, and opens values sealed with earlier keys", async () => {
  startWithKeys(newKey);
  const [sealed = ""] = await stored();
  await expect(open(sealed)).rejects.toThrow(/neither ENCRYPTION_KEY nor/);
  startWithKeys(newKey, oldKey);
  expect(await open(sealed)).toBe(account.inboxSecret);
  expect((await seal("x")).startsWith(oldSeal)).toBe(false);
});

it("stops if a key is missing, leaves values that it cannot open, and keeps the old key's login roles", async () => {
  const [code, output] = await rotate("k".repeat(40));
  expect(code).toBe(1);
  expect(output).toContain(`webhook_endpoint.secret: 0 sealed anew, ${ENDPOINTS + 1} left: no given key opens them`);
  expect(output).toContain("add the key that sealed them");
  expect(await rolesOfOldKey()).toHaveLength(2);
});

it("reseals every column, counts the values, and does nothing the second time", async () => {
  expect(await rowsWith(oldSeal)).toBe(ENDPOINTS + 14);
  const [code, output] = await rotate(oldKey);
  expect(output.trim().split("\n")).toEqual([
    "linked_account.inbox_secret: 1 sealed anew",
    "linked_account.credentials: 1 sealed anew",
    "linked_account.downtime_passphrase: 1 sealed anew",
    "api_client.webhook_secret: 2 sealed anew",
    "organization_key.private_keys: 1 sealed anew",
    "emr_app.client_secret: 1 sealed anew",
    "emr_authorization.sealed: 1 sealed anew",
    "emr_webhook.sealed: 1 sealed anew",
    "mail.content: 1 sealed anew",
    "own_provider.client_secret: 1 sealed anew",
    "second_factor.secret: 1 sealed anew",
    `webhook_endpoint.secret: ${ENDPOINTS + 1} sealed anew`,
    "webhook_endpoint.previous_secret: 1 sealed anew",
    "webhook_endpoint.earlier_secrets: 1 sealed anew",
    "deployment_app.client_secret: 1 sealed anew",
    "idempotency_key.body: 2 sealed anew",
    "audit chain: 1 sealed anew",
    "ENCRYPTION_KEYS_PREVIOUS is no longer needed: remove it before the next start",
  ]);
  expect(code).toBe(0);
  expect(await rowsWith(oldSeal)).toBe(0);
  const [, again] = await rotate(oldKey);
  expect(again.match(/: (\d+) sealed anew/g)).toEqual(Array(17).fill(": 0 sealed anew"));
});

it("makes the old key unnecessary: the new one opens everything, and no login role of the old one remains", async () => {
  startWithKeys(newKey);
  const opened = await Promise.all((await stored()).map(open));
  expect(opened[0]).toBe(account.inboxSecret);
  expect(await verifyChain(account.tenant.organizationId, [])).toMatchObject({ findings: [], chained: 1, seals: 2 });
  expect(new Set(opened.slice(1))).toEqual(
    new Set([
      CREDENTIALS,
      "[]",
      PASSPHRASE,
      PRIVATE_KEYS,
      ...Array.from({ length: ENDPOINTS }, (_, index) => `whsec_${index}`),
      "whsec_before",
    ]),
  );
  expect(await rolesOfOldKey()).toEqual([]);
});

it.each([
  ["without the earlier keys", "", /ENCRYPTION_KEYS_PREVIOUS must contain/],
  ["if the new key is one of the earlier ones", newKey, /must be a new key/],
])("fails with a message %s", async (_name, previous, message) => {
  const [code, output] = await rotate(previous);
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
});

it("changes nothing while a process has only the old key, and runs beside processes that have both", async () => {
  const nextKey = randomBytes(32).toString("base64url");
  startWithKeys(newKey);
  const sealBefore = await currentSeal();
  const sealed = await rowsWith(sealBefore);
  const old = await signedIn(newKey);
  const [refused, why] = await rotate(newKey, nextKey);
  expect([refused, why]).toEqual([1, expect.stringContaining(`old key (${old.roles.join(", ")})`)]);
  expect(why).toMatch(/Nothing was changed\n$/);
  expect(await rowsWith(sealBefore)).toBe(sealed);
  await old.leave();

  // The first step of a rotation restarts every process with both the next and the current key.
  startWithKeys(nextKey, newKey);
  const next = await signedIn(nextKey);
  const [app, emr] = next.clients;
  const body = '{"type":"payment.created"}';
  let isRotating = true;
  let rounds = 0;
  const seals = new Set<string>();
  const exercise = async () => {
    expect((await app?.query("SELECT current_user AS role"))?.rows).toEqual([{ role: next.roles[0] }]);
    await emr?.query("SELECT count(*) FROM sandbox.patient");
    const [inbox = ""] = await stored();
    expect(await open(inbox)).toBe(account.inboxSecret);
    const clients = await readTenant(account.tenant, (tx) => tx.select().from(apiClient));
    const secrets = await Promise.all(clients.map(({ webhookSecret }) => open(webhookSecret)));
    const headers = signatureHeaders({ id: "evt", at: new Date(), body, secrets });
    expect(new Webhook(account.webhookSecret).verify(body, headers)).toBeTruthy();
    for (const { webhookSecret } of clients) seals.add(webhookSecret.split(".")[0] ?? "");
    rounds++;
  };
  const keepOn = async () => {
    while (isRotating) await exercise();
  };
  const rotation = rotate(newKey, nextKey).finally(() => {
    isRotating = false;
  });
  const [[code, output]] = await Promise.all([rotation, keepOn()]);
  await exercise();
  expect(rounds).toBeGreaterThan(5);
  expect(seals.size, "the values sealed before and after the rotation").toBe(2);
  expect([code, output]).toEqual([0, expect.stringContaining("ENCRYPTION_KEYS_PREVIOUS is no longer needed")]);
  await next.leave();
  for (const connectionString of old.addresses) {
    await expect(new pg.Client({ connectionString }).connect()).rejects.toThrow();
  }
});
