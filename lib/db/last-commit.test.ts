import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { writeAudit } from "#lib/security/audit/audit-log";
import { type ServerPair, startServerPair } from "#lib/testing/server-pair";
import { noteFailover } from "./last-commit.ts";
import { loginRole, urlAs } from "./login-roles.ts";
import { withTenant } from "./tenant.ts";
import { CommitWitness, commitsLostAt } from "./witness.ts";

/** Far enough apart that only the test's own beats count. */
const SELDOM_MS = 3_600_000;
/** A look every 2 s, 4 s for a silent server, and one search. */
const NOTICED_MS = 12_000;

let servers: ServerPair;
let witness: CommitWitness;

beforeAll(async () => {
  servers = await startServerPair();
  const { url, encryptionKey } = servers;
  Object.assign(process.env, {
    APP_DATABASE_URL: urlAs(url, loginRole("crc_app", encryptionKey)),
    ENCRYPTION_KEY: encryptionKey,
  });
  forgetSingleton("environment");
  witness = new CommitWitness(SELDOM_MS);
}, 60_000);

afterAll(async () => {
  await witness?.close();
  await closeSingletons();
  await servers?.stop();
});

/** Commits a change with its audit entry, as each change of a caller does. */
async function change(): Promise<void> {
  const tenant = { organizationId: newId(), linkedAccountId: null };
  await withTenant(tenant, (tx) =>
    writeAudit(tx, {
      ...tenant,
      actor: { kind: "user", id: newId(), name: "Someone" },
      action: "accounts:write",
      route: "PATCH /settings",
      status: 200,
      jobId: null,
      resource: null,
      patientMrn: null,
      address: null,
      at: new Date(),
    }),
  );
}

it("is no loss if the server that follows has the last commit", async () => {
  await change();
  noteFailover();
  await witness.beat();
  expect(commitsLostAt()).toBeNull();
});

it("shows a loss that is shorter than the time between two beats, whatever the new server has committed since", {
  tags: "long",
}, async () => {
  // The standby has received nothing: a witness without a beat knows of the loss by the last commit alone.
  await witness.close();
  witness = new CommitWitness(SELDOM_MS);
  await change();
  await servers.first.freeze();
  await servers.promoteSecond();
  await vi.waitFor(change, { timeout: NOTICED_MS, interval: 100 });
  await witness.beat();
  const noticed = commitsLostAt();
  expect(noticed).toBeInstanceOf(Date);
  await witness.beat();
  expect(commitsLostAt()).toBe(noticed);
});
