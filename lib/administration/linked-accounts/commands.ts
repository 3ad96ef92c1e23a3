import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { enqueue } from "#lib/queue/queue";
import { accountEntries, enter, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { toManagedAccount } from "./managed.ts";
import {
  accountChange,
  managedAccountModel,
  type NewAccountInput,
  newAccountInput,
  newAccountModel,
  ZONE_PROBLEM,
} from "./model.ts";

/**
 * Throws 400 for a time zone that PostgreSQL does not know, since PostgreSQL computes the calendar days of the EMR's
 * records.
 */
async function assertZone(tx: Transaction, timezone: string): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM pg_timezone_names WHERE name = ${timezone}`);
  if (rows.length === 0) throw invalid(problem("timezone", ZONE_PROBLEM));
}

async function organizationName(tx: Transaction, organizationId: string): Promise<string> {
  const [found] = await tx
    .select({ name: organization.name })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return found?.name ?? "";
}

/** Returns the organization's account of the request's path, locked. Throws 404. */
const named = ({ tx, params }: Pick<CommandContext<unknown>, "tx" | "params">) =>
  namedRecord(params, "Linked account", (id) =>
    tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)).for("update"),
  );

/** Creates an account with a new access token; a first sync brings its records. Throws 400 for an unknown time zone. */
export async function linkAccount(tx: Transaction, organizationId: string, input: NewAccountInput) {
  await assertZone(tx, input.timezone);
  const accessToken = newToken("token");
  const linkedAccountId = newId();
  const [made] = await tx
    .insert(linkedAccount)
    .values({
      id: linkedAccountId,
      organizationId,
      name: input.name,
      emrType: input.emr_type,
      timezone: input.timezone,
      accessTokenHash: hashToken(accessToken),
      accessTokenReferenceId: newId(),
      inboxSecret: await seal(newWebhookSecret()),
    })
    .returning();
  if (!made) throw new Error("The linked account was not written");
  await enter(tx, accountEntries(made));
  await enqueue(tx, "syncs", { organizationId, linkedAccountId }, { group: linkedAccountId });
  return { made, accessToken };
}

/** POST /linked-accounts: links an EMR and queues a first sync. Only this response shows the access token. */
export const createLinkedAccount = defineCommand({
  method: "POST",
  path: "/linked-accounts",
  embed: "account",
  summary: "Link an EMR",
  description:
    "A sandbox account gets a new practice with patients, a schedule, claims, referrals and more. A first sync fetches its records within seconds; `synced_at` is null until then.",
  permission: "linked-accounts:create",
  by: "person",
  status: 201,
  secret: true,
  input: newAccountInput,
  done: "Account linked",
  body: z.object({ linked_account: newAccountModel }),
  made: ({ linked_account }) => linked_account.id,
  async execute({ tx, principal: { organizationId }, input }) {
    const { made, accessToken } = await linkAccount(tx, organizationId, input);
    const account = toManagedAccount(made, await organizationName(tx, organizationId));
    return { linked_account: { ...account, access_token: accessToken } };
  },
});

/** PATCH /linked-accounts/{id}: changes its name and whether it is linked. */
export const updateLinkedAccount = defineCommand({
  method: "PATCH",
  path: "/linked-accounts/{id}",
  embed: "account",
  summary: "Rename a linked account, unlink it or link it again",
  description:
    'While `active` is false, every operation answers 404 "User not found" and the nightly sync pauses; synced records stay readable. To lock out holders of the access token, rotate it.',
  permission: "linked-accounts:update",
  by: "person",
  status: 200,
  input: accountChange,
  done: "Linked account changed",
  body: z.object({ linked_account: managedAccountModel }),
  async execute(context) {
    const { tx, input, principal } = context;
    const before = await named(context);
    const unlinkedAt = input.active === undefined ? before.unlinkedAt : input.active ? null : new Date();
    const changed = { ...before, name: input.name ?? before.name, unlinkedAt };
    await tx.update(linkedAccount).set({ name: changed.name, unlinkedAt }).where(eq(linkedAccount.id, before.id));
    return { linked_account: toManagedAccount(changed, await organizationName(tx, principal.organizationId)) };
  },
});

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
    const found = await named(context);
    const accessToken = newToken("token");
    const accessTokenHash = hashToken(accessToken);
    await tx.update(linkedAccount).set({ accessTokenHash }).where(eq(linkedAccount.id, found.id));
    await reenter(tx, found.id, accountEntries({ ...found, accessTokenHash }));
    endGrounds(tx, `access-token:${found.id}`);
    const account = toManagedAccount(found, await organizationName(tx, principal.organizationId));
    return { linked_account: { ...account, access_token: accessToken } };
  },
});
