import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { authenticateClient } from "#lib/api/identity/credentials";
import { open } from "#lib/security/sealing/secret-box";
import { checkPassword } from "#lib/sign-in/sign-in";
import { testDatabase } from "#lib/testing/test-database";
import { type DemoCredentials, isSeeded, seedDemo } from "./seed.ts";

const database = testDatabase();

const count = async (statement: string) => Number((await database.asOwner<{ count: string }>(statement))[0]?.count);

async function everything() {
  return {
    organizations: await count("SELECT count(*) FROM organization"),
    accounts: await count("SELECT count(*) FROM linked_account WHERE synced_at IS NOT NULL"),
    clients: await count("SELECT count(*) FROM api_client"),
    users: await count("SELECT count(*) FROM app_user"),
    patients: await count("SELECT count(*) FROM patient"),
    practices: await count("SELECT count(*) FROM sandbox.practice"),
    practicePatients: await count("SELECT count(*) FROM sandbox.patient"),
    claims: await count("SELECT count(*) FROM sandbox.claim"),
    referrals: await count("SELECT count(*) FROM sandbox.referral"),
    forms: await count("SELECT count(*) FROM form"),
    behaviors: await count("SELECT count(*) FROM sandbox.behavior WHERE latency_ms = 200"),
    staff: await count("SELECT count(*) FROM staff"),
    unsynced: await count(
      "SELECT (SELECT count(*) FROM sandbox.appointment a JOIN sandbox.provider p USING (practice_id) WHERE p.id = a.provider_id AND p.status = 'active') - (SELECT count(*) FROM appointment) AS count",
    ),
  };
}

const WHOLE = {
  organizations: 2,
  accounts: 4,
  clients: 2,
  users: 4,
  patients: 2_450,
  practices: 4,
  practicePatients: 2_450,
  claims: 3_240,
  referrals: 490,
  forms: 12,
  behaviors: 4,
  staff: 78,
  unsynced: 0,
};

/** All that must be equal after every seed: no ids and secrets. */
const records = () =>
  database.asOwner(
    `SELECT a.name, p.mrn, p.first_name, p.last_name, p.dob::text, p.phone, p.address, p.search_text
     FROM patient p JOIN linked_account a ON a.id = p.linked_account_id ORDER BY p.mrn`,
  );

const clear = () =>
  database.asOwner(
    "TRUNCATE directory, organization, linked_account, api_client, app_user, patient, location, provider, visit_status, visit_type, " +
      "staff, referring_provider, form, appointment, claim, referral, document, recall CASCADE; " +
      "TRUNCATE sandbox.practice, sandbox.demo_seed CASCADE",
  );

const firstOf = (credentials: DemoCredentials) => {
  const [organization] = credentials.organizations;
  const [account] = organization?.accounts ?? [];
  if (!organization || !account) throw new Error("The seed returned no credentials");
  return { organization, account };
};

// Each test seeds four practices, some twice.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** Seeds that are compared are dated around one moment: between two, a practice's day may change. */
const now = new Date();
/** What the seed of the empty database has made, for comparison with later ones. */
let first: { credentials: DemoCredentials; records: unknown };

describe("the seed of an empty database", () => {
  let credentials: DemoCredentials;

  beforeAll(async () => {
    expect(await isSeeded()).toBe(false);
    credentials = await seedDemo(undefined, now);
    first = { credentials, records: await records() };
  });
  afterAll(clear);

  it("fills it and creates working credentials", { tags: "long" }, async () => {
    expect(await isSeeded()).toBe(true);
    expect(await everything()).toEqual(WHOLE);

    expect(credentials.organizations.map(({ name, accounts, users }) => [name, accounts.length, users.length])).toEqual(
      [
        ["Riverside Family Medicine", 2, 2],
        ["Lakeside Pediatrics", 2, 2],
      ],
    );
    for (const { client_id, client_secret, accounts, users, webhook_secret } of credentials.organizations) {
      expect(webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(accounts.map(({ emr_type }) => emr_type)).toEqual(["sandbox", "sandbox_basic"]);
      expect(users.map(({ role }) => role)).toEqual(["admin", "staff"]);
      for (const { access_token } of accounts) {
        const headers = { clientId: client_id, clientSecret: client_secret, accessToken: access_token };
        expect(await authenticateClient(headers)).toMatchObject({ actor: { kind: "api_client" } });
      }
      for (const { email, password } of users) {
        expect(await checkPassword(email, password)).not.toBeNull();
        expect(await checkPassword(email, `${password}x`)).toBeNull();
      }
    }
    const secrets = credentials.organizations.flatMap(({ client_secret, webhook_secret, accounts, users }) => [
      client_secret,
      webhook_secret,
      ...accounts.map(({ access_token }) => access_token),
      ...users.map(({ password }) => password),
    ]);
    expect(new Set(secrets).size).toBe(12);
  });

  it("shows every step of a visit on the present day, whatever the time", async () => {
    const rows = await database.asOwner<{ status: string }>(
      `SELECT DISTINCT a.status FROM appointment a JOIN linked_account l ON l.id = a.linked_account_id
       WHERE l.name = 'Riverside Main Clinic' AND a.category = 'appointment'
         AND (a.starts_at AT TIME ZONE l.timezone)::date = (now() AT TIME ZONE l.timezone)::date`,
    );
    const statuses = rows.map(({ status }) => status);
    for (const status of ["SCH", "CNF", "ARR", "ROM", "CMP", "NOS", "CAN"]) expect(statuses).toContain(status);
  });

  it("has a payment that the EMR has refused, accepted and attempted as any other", async () => {
    const jobs = await database.asOwner(
      `SELECT j.status, j.refused, j.failure_reason AS reason, j.attempts,
              (SELECT count(*)::int FROM payment p WHERE p.job_id = j.id) AS payments,
              (SELECT count(*)::int FROM event e WHERE e.job_id = j.id) AS events,
              (SELECT count(*)::int FROM audit_log a WHERE a.job_id = j.id AND a.status = 202) AS audited
       FROM job j`,
    );
    const reason = "payment method not configured in the EMR: Payment Plan";
    const once = { payments: 1, events: 1, audited: 1 };
    expect(jobs).toEqual([{ status: "failed", refused: true, reason, attempts: 1, ...once }]);
    expect(await count("SELECT count(*) FROM sandbox.write")).toBe(0);
  });

  it("has referrals whose letter has not come", async () => {
    const letter = "SELECT FROM document d WHERE d.referral_id = r.id";
    expect(await count(`SELECT count(*) FROM referral r WHERE NOT EXISTS (${letter})`)).toBeGreaterThan(0);
  });

  it("has claims with an open amount", async () => {
    expect(await count("SELECT count(*) FROM claim WHERE balance > 0")).toBeGreaterThan(100);
  });

  it("maps the visit statuses, and gives most providers hours", async () => {
    expect(await count("SELECT count(*) FROM linked_account WHERE visit_meanings ->> 'ARR' = 'arrived'")).toBe(4);
    expect(await count("SELECT count(*) FROM provider WHERE hours <> '[]'")).toBeGreaterThan(10);
  });

  it("stores secrets hashed, or sealed if they sign", async () => {
    const { organization, account } = firstOf(credentials);
    const rows = await database.asOwner<{ row: unknown }>(
      `SELECT to_jsonb(c) AS row FROM api_client c UNION ALL SELECT to_jsonb(a) FROM linked_account a
       UNION ALL SELECT to_jsonb(u) FROM app_user u`,
    );
    const text = JSON.stringify(rows);
    for (const secret of [organization.client_secret, organization.webhook_secret, account.access_token]) {
      expect(text).not.toContain(secret);
    }
    for (const { password } of organization.users) expect(text).not.toContain(password);
    const [client] = await database.asOwner<{ webhook_secret: string }>(
      "SELECT webhook_secret FROM api_client WHERE client_id = $1",
      [organization.client_id],
    );
    expect(await open(client?.webhook_secret ?? "")).toBe(organization.webhook_secret);
    const inbox = await database.asOwner<{ inbox_secret: string }>("SELECT inbox_secret FROM linked_account");
    const opened = await Promise.all(inbox.map(({ inbox_secret }) => open(inbox_secret)));
    expect(new Set(opened).size).toBe(4);
  });
});

describe("a seed that is interrupted or runs twice", { tags: "long" }, () => {
  const kept: DemoCredentials[] = [];
  afterAll(clear);

  it("is not finished before its credentials are stored", { tags: "long" }, async () => {
    await expect(
      seedDemo(async (credentials) => {
        kept.push(credentials);
        throw new Error("disk full");
      }, now),
    ).rejects.toThrow("disk full");
    expect(await isSeeded()).toBe(false);
    expect(await everything()).toEqual(WHOLE);
  });

  it("is removed by one of two that follow, which seeds", { tags: "long" }, async () => {
    const store = async (credentials: DemoCredentials) => void kept.push(credentials);
    const outcomes = await Promise.allSettled([seedDemo(store, now), seedDemo(store, now)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await isSeeded()).toBe(true);
    expect(await everything()).toEqual(WHOLE);
    const returned = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(kept.slice(1)).toEqual(returned);
    expect(returned[0]?.organizations[0]?.client_secret).not.toBe(kept[0]?.organizations[0]?.client_secret);
    await expect(seedDemo()).rejects.toThrow("The demo is seeded");
    expect(await everything()).toEqual(WHOLE);
  });

  it("creates the same records each time, and new secrets", async () => {
    expect(await records()).toEqual(first.records);
    const before = JSON.stringify(first.credentials);
    expect(kept).toHaveLength(2);
    for (const { organization, account } of kept.map(firstOf)) {
      expect(before).not.toContain(organization.client_secret);
      expect(before).not.toContain(account.access_token);
    }
  });

  it("starts over after its process was killed, and after a failure", { tags: "long" }, async () => {
    await clear();
    const child = spawn(
      process.execPath,
      ["--input-type=module", "-e", 'await (await import("./lib/demo/seed.ts")).seedDemo()'],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    const ended = once(child, "exit");
    const deadline = Date.now() + 60_000;
    while ((await count("SELECT count(*) FROM sandbox.patient, pg_sleep(0.01)")) === 0) {
      expect(Date.now()).toBeLessThan(deadline);
    }
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(await isSeeded()).toBe(false);

    await database.asOwner("ALTER TABLE visit_status ADD CONSTRAINT broken CHECK (code <> 'NOS') NOT VALID");
    await expect(seedDemo()).rejects.toThrow("The settings cannot be stored");
    expect(await isSeeded()).toBe(false);
    await database.asOwner("ALTER TABLE visit_status DROP CONSTRAINT broken");
    await seedDemo();
    expect(await everything()).toEqual(WHOLE);
  });
});
