import { eq } from "drizzle-orm";
import { apiClient, appUser, linkedAccount, organization, patient } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { loadPractice, removePractice } from "#lib/emr/sandbox/load";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import { practiceOf } from "#lib/emr/sandbox/seed/practice";
import type { PracticePlan } from "#lib/emr/sandbox/seed/practice-plan";
import type { SeedPlan } from "#lib/emr/sandbox/seed/seed-state";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { newId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { claim } from "#lib/resources/claims/table";
import { document, documentContent } from "#lib/resources/documents/table";
import { form } from "#lib/resources/forms/table";
import { location } from "#lib/resources/locations/table";
import { provider } from "#lib/resources/providers/table";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { staff } from "#lib/resources/staff/table";
import { chooseProposedMeanings } from "#lib/resources/visit-statuses/meanings";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import { visitType } from "#lib/resources/visit-types/table";
import { accountEntries, clientEntries, enter, personEntries, strike } from "#lib/security/credentials/directory";
import { newClientId, newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { hashPassword } from "#lib/sign-in/password";
import type { DemoOrganization } from "./demo.ts";
import { giveHours, showEveryStatus } from "./desk-day.ts";
import { newPassword } from "./secrets.ts";

/** An organization in `demo.json` (decisions §1). */
export interface OrganizationCredentials {
  name: string;
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  accounts: { name: string; emr_type: string; access_token: string; access_token_reference_id: string }[];
  users: { email: string; password: string; role: "admin" | "staff" }[];
}

/** A demo organization with its preassigned ids. */
export interface PlannedOrganization {
  id: string;
  demo: DemoOrganization;
  accounts: { id: string; demo: PracticePlan }[];
}

/** Simulated latency of a demo EMR's calls (decisions §10). */
const LATENCY_MS = 200;

/** Creates the practice in the simulated EMR, links it, and runs a regular sync. */
async function seedAccount(organizationId: string, linkedAccountId: string, account: PracticePlan, now: Date) {
  const accessToken = newToken("token");
  const referenceId = newId();
  const inboxSecret = await seal(newWebhookSecret());
  await loadPractice(linkedAccountId, practiceOf(account, wallClockIn(account.timezone, now)), account);
  await showEveryStatus(linkedAccountId, wallClockIn(account.timezone, now).slice(0, 10));
  const accessTokenHash = hashToken(accessToken);
  await withTenant({ organizationId, linkedAccountId }, async (tx) => {
    await tx.insert(linkedAccount).values({
      id: linkedAccountId,
      organizationId,
      name: account.name,
      emrType: account.kind,
      timezone: account.timezone,
      accessTokenHash,
      accessTokenReferenceId: referenceId,
      inboxSecret,
    });
    await enter(tx, accountEntries({ id: linkedAccountId, organizationId, accessTokenHash }));
  });
  // No latency during the first sync; it is simulated for users only.
  await changeBehavior(linkedAccountId, { latency_ms: 0 });
  await syncAccount({ organizationId, linkedAccountId });
  await withTenant({ organizationId, linkedAccountId }, async (tx) => {
    await chooseProposedMeanings(tx, linkedAccountId);
    await giveHours(tx, { organizationId, linkedAccountId });
  });
  await changeBehavior(linkedAccountId, { latency_ms: LATENCY_MS });
  return {
    name: account.name,
    emr_type: account.kind,
    access_token: accessToken,
    access_token_reference_id: referenceId,
  };
}

/** Creates an organization with its API client, users and linked accounts. Returns their secrets. */
export async function seedOrganization(planned: PlannedOrganization, now: Date): Promise<OrganizationCredentials> {
  const { id: organizationId, demo } = planned;
  const client = {
    id: newId(),
    organizationId,
    clientId: newClientId(),
    secret: newToken("secret"),
    webhookSecret: newWebhookSecret(),
  };
  const webhookSecret = await seal(client.webhookSecret);
  const users = await Promise.all(
    demo.users.map(async (user) => {
      const password = newPassword();
      return { ...user, id: newId(), organizationId, password, passwordHash: await hashPassword(password) };
    }),
  );
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(organization).values({ id: organizationId, name: demo.name });
    await tx.insert(apiClient).values({
      id: client.id,
      organizationId,
      name: demo.clientName,
      clientId: client.clientId,
      secretHash: hashToken(client.secret),
      webhookSecret,
    });
    await tx.insert(appUser).values(users.map(({ password: _kept, ...user }) => user));
    await enter(tx, [...clientEntries(client), ...users.flatMap(personEntries)]);
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

/** Tables that a sync writes, in an order that allows their deletion. */
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

/** Removes an organization that an interrupted seed has left; it cannot contain other data yet. */
export async function removeOrganization({ organizationId, accountIds }: SeedPlan): Promise<void> {
  for (const linkedAccountId of accountIds) {
    await removePractice(linkedAccountId);
    await withTenant({ organizationId, linkedAccountId }, async (tx) => {
      for (const table of SYNCED_TABLES) {
        await tx.delete(table).where(eq(table.linkedAccountId, linkedAccountId));
      }
      await tx.delete(linkedAccount).where(eq(linkedAccount.id, linkedAccountId));
      await strike(tx, [linkedAccountId]);
    });
  }
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const clients = await tx
      .delete(apiClient)
      .where(eq(apiClient.organizationId, organizationId))
      .returning({ id: apiClient.id });
    const people = await tx
      .delete(appUser)
      .where(eq(appUser.organizationId, organizationId))
      .returning({ id: appUser.id });
    await strike(
      tx,
      [...clients, ...people].map(({ id }) => id),
    );
    await tx.delete(organization).where(eq(organization.id, organizationId));
  });
}
