import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { takeAuthorization } from "#lib/administration/emr-authorizations/used";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { connectorOf } from "#lib/emr/connect";
import { CONNECTIONS } from "#lib/emr/connections";
import { originOf } from "#lib/emr/origin";
import { present, presentMs } from "#lib/kernel/clock";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { enqueue } from "#lib/queue/queue";
import { accountEntries, enter, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { publishLinkEvent } from "#lib/webhooks/events/publish-link-event";
import { assertAccountRoom } from "./account-limit.ts";
import { connectTo, NO_CONNECTION, type ProbedConnection } from "./connection.ts";
import { takeProbe } from "./kept-probe.ts";
import { foundIn, lookInto } from "./looked.ts";
import { toManagedAccount } from "./managed.ts";
import { newAccountModel } from "./model.ts";
import { namedAccount, organizationName } from "./named-account.ts";
import { type NewAccountInput, newAccountInput, ZONE_PROBLEM } from "./new-account.ts";

/**
 * Throws `invalid` for a time zone that PostgreSQL does not know, since PostgreSQL computes the calendar days of the EMR's
 * records.
 */
async function assertZone(tx: Transaction, timezone: string): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM pg_timezone_names WHERE name = ${timezone}`);
  if (rows.length === 0) throw invalid(problem("timezone", ZONE_PROBLEM));
}

/** What is decided of a new account before it is made. */
interface NewLink {
  id: string;
  /** Names the access token in events. */
  accessTokenReferenceId: string;
  /** Ids of the operations that may write; null for all. */
  writes: string[] | null;
  /** The API client by whose link token it is linked; null without one. */
  linkedBy: string | null;
}

const newLink = (emrType: NewAccountInput["emr_type"]): NewLink => ({
  id: newId(),
  accessTokenReferenceId: newId(),
  writes: connectorOf(emrType).readOnlyAtFirst ? [] : null,
  linkedBy: null,
});

/**
 * Creates an account with a new access token; a first sync brings its records. Throws `invalid` for an unknown time zone,
 * and `conflict` for an account too many. The EMR is read-only if its connector says so (decisions §12).
 */
export async function linkAccount(
  tx: Transaction,
  organizationId: string,
  input: Pick<NewAccountInput, "name" | "emr_type" | "timezone">,
  { connection, credentials, profile }: ProbedConnection = NO_CONNECTION,
  { id: linkedAccountId, accessTokenReferenceId, writes, linkedBy }: NewLink = newLink(input.emr_type),
) {
  await assertZone(tx, input.timezone);
  await assertAccountRoom(tx, organizationId);
  const accessToken = newToken("token");
  const [made] = await tx
    .insert(linkedAccount)
    .values({
      id: linkedAccountId,
      organizationId,
      name: input.name,
      emrType: input.emr_type,
      timezone: input.timezone,
      accessTokenHash: hashToken(accessToken),
      accessTokenReferenceId,
      inboxSecret: await seal(newWebhookSecret()),
      connection,
      credentials,
      profile: profile && { ...profile },
      writes,
      linkedBy,
    })
    .returning();
  if (!made) throw new Error("The linked account was not written");
  await enter(tx, accountEntries(made));
  await publishLinkEvent(tx, made, "linked_account.created", linkedBy === null ? "byAdmin" : "byPartner");
  const request = { organizationId, linkedAccountId, requestedAt: present().toISOString() };
  await enqueue(tx, "syncs", request, { group: linkedAccountId });
  return { made, accessToken };
}

/** POST /linked-accounts: links an EMR and queues a first sync. Only this response shows the access token. */
export const createLinkedAccount = defineCommand({
  method: "POST",
  path: "/linked-accounts",
  embed: "account",
  summary: "Link an EMR",
  description:
    "A sandbox account gets a new practice with patients, a schedule, claims, referrals and more. Another EMR is probed first, unless `probe_id` names a probe of exactly this connection, and refused if it does not answer or does not take the credentials; it is read-only until `writes` of PATCH /linked-accounts/{id} switches operations on. A first sync begins to fetch its records within seconds; `synced_at` is null until it is complete.",
  permission: "linked-accounts:create",
  by: "person",
  status: 201,
  secret: true,
  input: newAccountInput,
  done: "Account linked",
  body: z.object({ linked_account: newAccountModel }),
  made: ({ linked_account }) => linked_account.id,
  look: ({ principal, input: { emr_type, connection, write_probes, probe_id } }) =>
    lookInto(async () => {
      const given = CONNECTIONS[emr_type]?.parse(connection) ?? null;
      return connectTo(principal, emr_type, given, { writeProbes: write_probes, probeId: probe_id, accountId: null });
    }),
  async execute({ tx, principal, input, looked, note }) {
    const { organizationId } = principal;
    const probed = foundIn(looked);
    const { made, accessToken } = await linkAccount(tx, organizationId, input, probed);
    if (input.probe_id !== undefined) await takeProbe(tx, principal, input.probe_id, made.id);
    const address = originOf(probed.connection);
    const authorized = await takeAuthorization(tx, principal, probed.connection, made.id);
    if (address !== null) note({ connected_to: address, ...authorized });
    const account = await toManagedAccount(tx, made, await organizationName(tx, organizationId));
    return { linked_account: { ...account, access_token: accessToken } };
  },
});

/** How long the access token before that of a repair is accepted: so that no process of a partner is cut off. */
const FORMER_MS = 24 * 3_600_000;

/**
 * Gives a locked account a new access token, which it returns. The old one is rejected within seconds, or if it is kept after a day;
 * one before that is rejected at once.
 */
export async function giveAccessToken(
  tx: Transaction,
  account: typeof linkedAccount.$inferSelect,
  { keepsFormer = false }: { keepsFormer?: boolean } = {},
): Promise<string> {
  const accessToken = newToken("token");
  const tokens = {
    accessTokenHash: hashToken(accessToken),
    formerTokenHash: keepsFormer ? account.accessTokenHash : null,
    formerTokenUntil: keepsFormer ? new Date(presentMs() + FORMER_MS) : null,
  };
  await tx.update(linkedAccount).set(tokens).where(eq(linkedAccount.id, account.id));
  await reenter(tx, account.id, accountEntries({ ...account, ...tokens }));
  if (!keepsFormer) endGrounds(tx, `access-token:${account.id}`);
  return accessToken;
}

/** POST /linked-accounts/{id}/rotate-token: issues a new access token; the old one is rejected within seconds. */
export const rotateAccessToken = defineCommand({
  method: "POST",
  path: "/linked-accounts/{id}/rotate-token",
  embed: "account",
  summary: "Give a linked account a new access token",
  description: "The old token is rejected within 5 seconds; the reference in events stays the same.",
  permission: "linked-accounts:update",
  by: "person",
  status: 200,
  secret: true,
  input: z.object({}),
  done: "Access token rotated",
  body: z.object({ linked_account: newAccountModel }),
  async execute(context) {
    const { tx, principal } = context;
    const found = await namedAccount(context);
    const accessToken = await giveAccessToken(tx, found);
    const account = await toManagedAccount(tx, found, await organizationName(tx, principal.organizationId));
    return { linked_account: { ...account, access_token: accessToken } };
  },
});
