import { eq } from "drizzle-orm";
import {
  apiClient,
  appointment,
  appUser,
  claim,
  document,
  documentContent,
  form,
  linkedAccount,
  location,
  organization,
  patient,
  provider,
  recall,
  referral,
  referringProvider,
  staff,
  visitStatus,
  visitType,
} from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { loadPractice, removePractice } from "#lib/emr/sandbox/load";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import type { DemoAccount, DemoOrganization } from "#lib/emr/sandbox/seed/demo";
import { practiceOf } from "#lib/emr/sandbox/seed/practice";
import type { SeedPlan } from "#lib/emr/sandbox/seed/seed-state";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { newId } from "#lib/kernel/id";
import { newClientId, newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { hashPassword } from "#lib/sign-in/password";
import { newPassword } from "./secrets.ts";

/** One organization of `demo.json` (decisions §1). */
export interface OrganizationCredentials {
  name: string;
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  accounts: { name: string; emr_type: string; access_token: string; access_token_reference_id: string }[];
  users: { email: string; password: string; role: "admin" | "staff" }[];
}

/** An organization of the demo with the ids that were planned for it. */
export interface PlannedOrganization {
  id: string;
  demo: DemoOrganization;
  accounts: { id: string; demo: DemoAccount }[];
}

/** How long a call of a demo's EMR takes (decisions §10). */
const LATENCY_MS = 200;

/** Opens the practice in the EMR, links it, and pulls its records as any sync does. */
async function seedAccount(organizationId: string, linkedAccountId: string, account: DemoAccount, now: Date) {
  const accessToken = newToken("token");
  const referenceId = newId();
  const inboxSecret = await seal(newWebhookSecret());
  await loadPractice(linkedAccountId, practiceOf(account, wallClockIn(account.timezone, now)));
  await withTenant({ organizationId, linkedAccountId }, (tx) =>
    tx.insert(linkedAccount).values({
      id: linkedAccountId,
      organizationId,
      name: account.name,
      emrType: account.kind,
      timezone: account.timezone,
      accessTokenHash: hashToken(accessToken),
      accessTokenReferenceId: referenceId,
      inboxSecret,
    }),
  );
  // A network is simulated for those who use the demo; nobody waits for its first sync.
  await changeBehavior(linkedAccountId, { latency_ms: 0 });
  await syncAccount({ organizationId, linkedAccountId });
  await changeBehavior(linkedAccountId, { latency_ms: LATENCY_MS });
  return {
    name: account.name,
    emr_type: account.kind,
    access_token: accessToken,
    access_token_reference_id: referenceId,
  };
}

/** Makes an organization with its API client, its users and its linked accounts; gives the secrets they were made with. */
export async function seedOrganization(planned: PlannedOrganization, now: Date): Promise<OrganizationCredentials> {
  const { id: organizationId, demo } = planned;
  const client = { clientId: newClientId(), secret: newToken("secret"), webhookSecret: newWebhookSecret() };
  const webhookSecret = await seal(client.webhookSecret);
  const users = await Promise.all(
    demo.users.map(async (user) => {
      const password = newPassword();
      return { ...user, password, passwordHash: await hashPassword(password) };
    }),
  );
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(organization).values({ id: organizationId, name: demo.name });
    await tx.insert(apiClient).values({
      id: newId(),
      organizationId,
      name: demo.clientName,
      clientId: client.clientId,
      secretHash: hashToken(client.secret),
      webhookSecret,
    });
    await tx
      .insert(appUser)
      .values(users.map(({ password: _kept, ...user }) => ({ id: newId(), organizationId, ...user })));
  });
  const accounts: OrganizationCredentials["accounts"] = [];
  for (const account of planned.accounts) {
    accounts.push(await seedAccount(organizationId, account.id, account.demo, now));
  }
  return {
    name: demo.name,
    client_id: client.clientId,
    client_secret: client.secret,
    webhook_secret: client.webhookSecret,
    accounts,
    users: users.map(({ email, password, role }) => ({ email, password, role })),
  };
}

/** What a sync writes, in an order in which it can be removed. */
const SYNCED_TABLES = [
  documentContent,
  document,
  referral,
  appointment,
  claim,
  recall,
  patient,
  location,
  provider,
  staff,
  referringProvider,
  form,
  visitType,
  visitStatus,
];

/** Removes what a seed that was cut off has left of an organization; nothing else can stand there yet. */
export async function removeOrganization({ organizationId, accountIds }: SeedPlan): Promise<void> {
  for (const linkedAccountId of accountIds) {
    await removePractice(linkedAccountId);
    await withTenant({ organizationId, linkedAccountId }, async (tx) => {
      for (const table of SYNCED_TABLES) {
        await tx.delete(table).where(eq(table.linkedAccountId, linkedAccountId));
      }
      await tx.delete(linkedAccount).where(eq(linkedAccount.id, linkedAccountId));
    });
  }
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.delete(apiClient).where(eq(apiClient.organizationId, organizationId));
    await tx.delete(appUser).where(eq(appUser.organizationId, organizationId));
    await tx.delete(organization).where(eq(organization.id, organizationId));
  });
}
