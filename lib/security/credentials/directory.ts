import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import {
  type apiClient,
  type appUser,
  directory,
  type embedSession,
  type linkedAccount,
  type mcpToken,
  type oauthCredential,
  type scimToken,
} from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { hashToken } from "./token-hash.ts";

// The directory names the organization of a credential or an address before the tenant is known. Each change of a row that
// has entries writes them in its own transaction.

type Entry = typeof directory.$inferInsert;

/** The key of an email address. */
export const emailKey = (email: string): string => hashToken(email);

/** The key of an OpenID provider's subject. */
export const identityKey = (issuer: string, subject: string): string => hashToken(`${issuer}\n${subject}`);

type AccountRow = Pick<typeof linkedAccount.$inferSelect, "id" | "organizationId" | "accessTokenHash"> &
  Partial<Pick<typeof linkedAccount.$inferSelect, "formerTokenHash">>;

/** Returns the entries of a linked account's access token, and of the one before a repair. */
export const accountEntries = ({ id, organizationId, accessTokenHash, formerTokenHash }: AccountRow): Entry[] =>
  [accessTokenHash, ...(formerTokenHash ? [formerTokenHash] : [])].map((key) => ({
    organizationId,
    recordId: id,
    kind: "access_token",
    key,
  }));

type ClientRow = Pick<typeof apiClient.$inferSelect, "id" | "organizationId" | "clientId">;

/** Returns the entry of an API client. */
export const clientEntries = ({ id, organizationId, clientId }: ClientRow): Entry[] => [
  { organizationId, recordId: id, kind: "client_id", key: clientId },
];

type McpTokenRow = Pick<typeof mcpToken.$inferSelect, "id" | "organizationId" | "tokenHash">;

/** Returns the entry of an MCP token. */
export const mcpTokenEntries = ({ id, organizationId, tokenHash }: McpTokenRow): Entry[] => [
  { organizationId, recordId: id, kind: "mcp_token", key: tokenHash },
];

type OAuthCredentialRow = Pick<typeof oauthCredential.$inferSelect, "id" | "organizationId" | "hash">;

/** Returns the entry of a code, access token or refresh token of OAuth. */
export const oauthCredentialEntries = ({ id, organizationId, hash }: OAuthCredentialRow): Entry[] => [
  { organizationId, recordId: id, kind: "oauth_credential", key: hash },
];

type ScimTokenRow = Pick<typeof scimToken.$inferSelect, "id" | "organizationId" | "tokenHash">;

/** Returns the entry of a SCIM token. */
export const scimTokenEntries = ({ id, organizationId, tokenHash }: ScimTokenRow): Entry[] => [
  { organizationId, recordId: id, kind: "scim_token", key: tokenHash },
];

type SessionRow = Pick<typeof embedSession.$inferSelect, "id" | "organizationId" | "tokenHash">;

/** Returns the entry of an embedded view's token. */
export const embedSessionEntries = ({ id, organizationId, tokenHash }: SessionRow): Entry[] => [
  { organizationId, recordId: id, kind: "embed_token", key: tokenHash },
];

/** Returns the entry of the callback of one job (lib/jobs/passed-on), which names its linked account. */
export const callbackEntries = (callback: {
  organizationId: string;
  linkedAccountId: string;
  callbackHash: string;
}): Entry[] => [
  {
    organizationId: callback.organizationId,
    recordId: callback.linkedAccountId,
    kind: "callback",
    key: callback.callbackHash,
  },
];

/** Returns the entry of the webhook of an EMR's client (lib/jobs/emr-webhooks). */
export const emrWebhookEntries = (webhook: { id: string; organizationId: string; tokenHash: string }): Entry[] => [
  { organizationId: webhook.organizationId, recordId: webhook.id, kind: "emr_webhook", key: webhook.tokenHash },
];

type PersonRow = Pick<typeof appUser.$inferInsert, "id" | "organizationId" | "email"> &
  Partial<Pick<typeof appUser.$inferInsert, "invitationHash" | "resetHash" | "identityIssuer" | "identitySubject">>;

/** Returns the entries of a person: the email address, open links, and the identity at an OpenID provider. */
export function personEntries(person: PersonRow): Entry[] {
  const { id, organizationId, email, invitationHash, resetHash, identityIssuer, identitySubject } = person;
  const common = { organizationId, recordId: id };
  const entries: Entry[] = [{ ...common, kind: "email", key: emailKey(email) }];
  if (invitationHash) entries.push({ ...common, kind: "invitation", key: invitationHash });
  if (resetHash) entries.push({ ...common, kind: "password_reset", key: resetHash });
  if (identityIssuer && identitySubject) {
    entries.push({ ...common, kind: "identity", key: identityKey(identityIssuer, identitySubject) });
  }
  return entries;
}

/** Writes the entries of new rows, in the caller's transaction. */
export async function enter(tx: Transaction, entries: Entry[]): Promise<void> {
  await tx
    .insert(directory)
    .values(entries)
    .onConflictDoUpdate({
      target: [directory.kind, directory.key, directory.organizationId],
      set: { recordId: sql`excluded.record_id` },
    });
}

/** Replaces the entries of a changed row by its current ones, in the caller's transaction. */
export async function reenter(tx: Transaction, recordId: string, entries: Entry[]): Promise<void> {
  const keys = entries.map(({ key }) => key);
  // The callbacks of an account's jobs stay.
  const isLeft = and(notInArray(directory.key, keys), ne(directory.kind, "callback"));
  await tx.delete(directory).where(and(eq(directory.recordId, recordId), isLeft));
  await enter(tx, entries);
}

/** Removes the entries of deleted rows, in the caller's transaction. */
export async function strike(tx: Transaction, recordIds: string[]): Promise<void> {
  if (recordIds.length > 0) await tx.delete(directory).where(inArray(directory.recordId, recordIds));
}
