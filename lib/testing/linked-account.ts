import { randomBytes } from "node:crypto";
import { apiClient, linkedAccount, organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { accountEntries, clientEntries, enter } from "#lib/security/credentials/directory";
import { hashToken } from "#lib/security/credentials/token-hash";
import { seal } from "#lib/security/sealing/secret-box";

export interface TestAccount {
  tenant: AccountTenant;
  inboxSecret: string;
  apiClientId: string;
  webhookSecret: string;
  /** The three headers of interface section 5. */
  headers: { client_id: string; client_secret: string; access_token: string };
}

const webhookSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

interface Given {
  eventTypes?: string[];
  emrType?: string;
}

/** Creates a further linked account of an account's organization, which the same API client may use. */
export async function makeAccountBeside(first: TestAccount, given: Given = {}): Promise<TestAccount> {
  const { organizationId } = first.tenant;
  const linkedAccountId = newId();
  const headers = { ...first.headers, access_token: newId() };
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(linkedAccount).values({
      id: linkedAccountId,
      organizationId,
      name: "Further account",
      emrType: given.emrType ?? "sandbox",
      timezone: "America/New_York",
      accessTokenHash: hashToken(headers.access_token),
      accessTokenReferenceId: "reference-2",
      inboxSecret: await seal(first.inboxSecret),
    });
    await enter(
      tx,
      accountEntries({ id: linkedAccountId, organizationId, accessTokenHash: hashToken(headers.access_token) }),
    );
  });
  return { ...first, tenant: { organizationId, linkedAccountId }, headers };
}

/** Creates an organization with one API client and one linked account in the file's test database. */
export async function makeLinkedAccount(given: Given = {}): Promise<TestAccount> {
  const headers = { client_id: newId(), client_secret: newId(), access_token: newId() };
  const organizationId = newId();
  const linkedAccountId = newId();
  const apiClientId = newId();
  const account = { inboxSecret: webhookSecret(), webhookSecret: webhookSecret() };
  const [sealedInbox, sealedWebhook] = await Promise.all([seal(account.inboxSecret), seal(account.webhookSecret)]);
  const accessTokenHash = hashToken(headers.access_token);
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(organization).values({ id: organizationId, name: "Test clinic" });
    await tx.insert(linkedAccount).values({
      id: linkedAccountId,
      organizationId,
      name: "Test account",
      emrType: given.emrType ?? "sandbox",
      timezone: "America/New_York",
      accessTokenHash,
      accessTokenReferenceId: "reference-1",
      inboxSecret: sealedInbox,
    });
    await tx.insert(apiClient).values({
      id: apiClientId,
      organizationId,
      name: "Test client",
      clientId: headers.client_id,
      secretHash: hashToken(headers.client_secret),
      webhookSecret: sealedWebhook,
      eventTypes: given.eventTypes ?? null,
      mayLink: true,
    });
    await enter(tx, [
      ...accountEntries({ id: linkedAccountId, organizationId, accessTokenHash }),
      ...clientEntries({ id: apiClientId, organizationId, clientId: headers.client_id }),
    ]);
  });
  return { tenant: { organizationId, linkedAccountId }, apiClientId, headers, ...account };
}
