import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { takeAuthorization } from "#lib/administration/emr-authorizations/used";
import { asAccount } from "#lib/db/account-of-organization";
import { changeRecords } from "#lib/db/record-versions";
import { type AuditDetail, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { openCredentials } from "#lib/emr/account";
import { clearPause } from "#lib/emr/budget/budget-row";
import { connectorOf, storedProfile } from "#lib/emr/connect";
import { leadsElsewhere, originOf, sendsToSameOrigins } from "#lib/emr/origin";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";
import { withSecrets } from "#lib/emr/port/secret-fields";
import { sendAfterLogin } from "#lib/jobs/lifecycle/waits-for-login";
import { forgetRecords, readRecordsAnew } from "#lib/jobs/sync/forget-records";
import { present } from "#lib/kernel/clock";
import { conflict, DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { namedRecord } from "#lib/kernel/named-record";
import type { Principal } from "#lib/kernel/principal";
import { problemsOf } from "#lib/kernel/validation";
import { enqueue } from "#lib/queue/queue";
import { publishLinkEvent } from "#lib/webhooks/events/publish-link-event";
import { type AccountChange, accountChange, WRITES } from "./account-change.ts";
import { assertAccountRoom } from "./account-limit.ts";
import { assertAgreed } from "./agreed-writes.ts";
import { connectTo, type ProbedConnection } from "./connection.ts";
import { takeProbe } from "./kept-probe.ts";
import { foundIn, lookInto } from "./looked.ts";
import { whereLinked } from "./made-organization.ts";
import { stateOf, toManagedAccount } from "./managed.ts";
import { type ManagedAccountModel, managedAccountModel } from "./model.ts";
import { namedAccount, organizationName } from "./named-account.ts";
import { isSameAccount } from "./same-account.ts";

type Account = typeof linkedAccount.$inferSelect;

const REFERENCE_ALONE =
  "Not allowed: by client_id and client_secret alone a client changes access_token_reference_id of its accounts; nothing was saved";

/** A probed connection, and the stored one that it replaces. */
export interface Replacement extends ProbedConnection {
  replaced: Account["credentials"];
  /** Whether it leads to other records than the replaced one. */
  leadsElsewhere: boolean;
}

/** Returns the object without the fields that are null, at any depth. */
const withoutNulls = (given: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(given, (_name, value) => (value === null ? undefined : value)));

/**
 * Adds the stored secrets to a new connection that leaves them out; null removes a field. A connection whose secrets
 * would go to another origin gets none of them. Throws `invalid` for a connection that is not valid then.
 */
async function completed(account: Account, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const schema = connectorOf(account.emrType).connection;
  if (!schema) throw invalid(problem("connection", "must not be sent for this emr_type"));
  const kept = sendsToSameOrigins(given, account.connection) ? await openCredentials(account.credentials) : {};
  const connection = withoutNulls(withSecrets(given, kept));
  const parsed = z.object({ connection: schema }).safeParse({ connection });
  if (!parsed.success) throw invalid(problemsOf(parsed.error, { connection }));
  return parsed.data.connection as Record<string, unknown>;
}

/** A connection that an account would get, and whether it must lead to the same records. */
interface Wished extends Pick<AccountChange, "write_probes" | "probe_id"> {
  connection: Record<string, unknown>;
  stays?: true;
}

/** Throws `invalid` if a connection of a repair leads to another EMR, or to another practice of it. */
function refuseElsewhere(connection: Record<string, unknown>, { connection: former }: Account): never {
  const origin = originOf(former);
  throw invalid(
    originOf(connection) === origin
      ? problem("connection", "must be that of the practice that is linked: this one leads to other records")
      : problem("connection.base_url", `must lead to the EMR that is linked: ${origin}`),
  );
}

/** Probes the connection that an account would get. Throws `invalid`, `not_found` or `too_many`. */
export async function replacementFor(
  principal: Principal,
  params: Record<string, string>,
  { connection: given, write_probes, probe_id, stays }: Wished,
): Promise<Replacement> {
  const { organizationId } = principal;
  const account = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    namedRecord(params, "Linked account", (id) => tx.select().from(linkedAccount).where(eq(linkedAccount.id, id))),
  );
  const connection = await completed(account, given);
  const former = account.connection && withSecrets(account.connection, await openCredentials(account.credentials));
  const tenant = { organizationId, linkedAccountId: account.id };
  const isElsewhere =
    leadsElsewhere(connection, former) && !(await isSameAccount(tenant, account.emrType, connection, former));
  // Before the secrets of the new connection are sent anywhere.
  if (stays && isElsewhere) refuseElsewhere(connection, account);
  // A finding that reads cannot repeat is of one address, however alike another one is spelled.
  const isSameAddress = !isElsewhere && connection.base_url === account.connection?.base_url;
  const before = isSameAddress ? storedProfile(account.profile) : null;
  const wish = { writeProbes: write_probes, before, probeId: probe_id, accountId: account.id };
  const probed = await connectTo(principal, account.emrType, connection, wish);
  return { ...probed, replaced: account.credentials, leadsElsewhere: isElsewhere };
}

/** The columns of an account that leads to another EMR: it is unread, and read-only if its connector says so. */
const elsewhere = ({ emrType, writes }: Account, linkVersion: number) => ({
  originVersion: linkVersion,
  settings: null,
  visitMeanings: {},
  syncedAt: null,
  emrAnsweredAt: null,
  userActive: true,
  writes: connectorOf(emrType).readOnlyAtFirst ? [] : writes,
});

/** Returns the columns that a replaced connection sets. Throws `conflict` if another request has replaced it meanwhile. */
function replacedColumns(before: Account, replacement: Replacement) {
  const { connection, credentials, profile, replaced } = replacement;
  if (before.credentials !== replaced) {
    throw conflict("The connection was replaced by another request meanwhile");
  }
  return {
    connection,
    credentials,
    profile: { ...profile },
    ...(replacement.leadsElsewhere ? elsewhere(before, before.linkVersion + 1) : {}),
  };
}

/** Returns the columns of a change of the account's link; none if the link stays. */
function linkColumns(before: Account, { active }: AccountChange, replacement: Replacement | null) {
  const isSwitched = active !== undefined && active !== (before.unlinkedAt === null);
  if (!replacement && !isSwitched) return {};
  return {
    ...(replacement ? replacedColumns(before, replacement) : {}),
    ...(isSwitched ? { unlinkedAt: active ? null : present() } : {}),
    linkVersion: before.linkVersion + 1,
  };
}

/** Stores what a change of the link means for the records that were read, and queues the sync that reads them. */
async function followLink(tx: Transaction, before: Account, after: Account): Promise<void> {
  const tenant = { organizationId: after.organizationId, linkedAccountId: after.id };
  const hasChanged = (field: string) => !isDeepStrictEqual(before.connection?.[field], after.connection?.[field]);
  if (after.originVersion !== before.originVersion) await forgetRecords(tx, tenant);
  else if (RECORD_FIELDS.some(hasChanged)) await readRecordsAnew(tx, tenant);
  if (after.unlinkedAt !== null) return;
  const requestedAt = present().toISOString();
  await enqueue(tx, "syncs", { ...tenant, requestedAt }, { group: after.id });
}

/** Appends the event of a link that ended, or that began again: by an admin's switch, or by other credentials. */
async function tellLink(tx: Transaction, before: Account, after: Account): Promise<void> {
  const [was, is] = [stateOf(before), stateOf(after)];
  if (was === is) return;
  if (is === "unlinked") await publishLinkEvent(tx, after, "linked_account.unlinked", "ended");
  else if (is === "linked") {
    const reason = was === "unlinked" ? "linkedAgain" : "repaired";
    await publishLinkEvent(tx, after, "linked_account.restored", reason);
  }
}

/** Returns the operations that may write after a change, which switches off last; null if all may. */
function writesAfter(before: Account["writes"], { writes, switch_on = [], switch_off = [] }: AccountChange) {
  const named = writes ?? before;
  if (named === null && switch_off.length === 0) return null;
  const off = new Set<string>(switch_off);
  return [...new Set<string>([...(named ?? WRITES), ...switch_on])].filter((id) => !off.has(id));
}

/** Returns the details of a change for the audit log, or null if it has none. */
function detailOf(before: Account, after: Account): AuditDetail | null {
  const [were, are] = [before.writes ?? WRITES, after.writes ?? WRITES].map((ids) => new Set<string>(ids));
  const on = WRITES.filter((id) => are?.has(id) && !were?.has(id));
  const off = WRITES.filter((id) => were?.has(id) && !are?.has(id));
  const address = after.credentials === before.credentials ? null : originOf(after.connection);
  const detail = {
    ...(on.length > 0 && { switched_on: on }),
    ...(off.length > 0 && { switched_off: off }),
    ...(address !== null && { connected_to: address }),
  };
  return Object.keys(detail).length > 0 ? detail : null;
}

/** Checks whether GET /settings shows an account as before. */
const isShownAlike = (before: Account, after: Account): boolean =>
  isDeepStrictEqual(
    [before.profile, before.writes, before.settings, before.visitMeanings],
    [after.profile, after.writes, after.settings, after.visitMeanings],
  );

/** Throws `forbidden` for an API client without an access token that changes more than how events name its account. */
function assertClientMay({ isWithoutAccount }: Principal, { access_token_reference_id: _own, ...more }: AccountChange) {
  if (isWithoutAccount && Object.values(more).some((value) => value !== undefined))
    throw new DomainError("forbidden", REFERENCE_ALONE);
}

async function save(tx: Transaction, before: Account, after: Account): Promise<void> {
  const {
    id,
    organizationId,
    name,
    accessTokenReferenceId,
    syncIntervalMinutes,
    unlinkedAt,
    connection,
    credentials,
    profile,
    writes,
  } = after;
  const { linkVersion, originVersion, settings, visitMeanings, syncedAt, emrAnsweredAt, userActive } = after;
  const link = { unlinkedAt, connection, credentials, profile, writes, linkVersion, originVersion };
  const change = tx
    .update(linkedAccount)
    .set({
      name,
      accessTokenReferenceId,
      syncIntervalMinutes,
      ...link,
      settings,
      visitMeanings,
      syncedAt,
      emrAnsweredAt,
      userActive,
    })
    .where(eq(linkedAccount.id, id))
    .returning({ id: linkedAccount.id });
  if (isShownAlike(before, after)) await change;
  else await changeRecords(tx, { organizationId, linkedAccountId: id }, linkedAccount, change);
}

/**
 * Changes the named account, in the caller's transaction, and judges its condition. Throws `not_found`, `conflict` or `precondition_failed`. Returns it as admins
 * see it.
 */
export async function changeAccount(
  context: Omit<CommandContext<unknown, unknown>, "input" | "looked">,
  input: AccountChange,
  replacement: Replacement | null,
): Promise<ManagedAccountModel> {
  const { tx, principal, note, assertMatch } = context;
  const before = await namedAccount(context);
  const organization = await organizationName(tx, principal.organizationId);
  assertMatch(await toManagedAccount(tx, before, organization));
  const linked = { ...before, ...linkColumns(before, input, replacement) };
  const after: Account = {
    ...linked,
    name: input.name ?? before.name,
    accessTokenReferenceId: input.access_token_reference_id ?? before.accessTokenReferenceId,
    syncIntervalMinutes: input.sync_interval_minutes ?? before.syncIntervalMinutes,
    writes: writesAfter(linked.writes, input),
  };
  if (principal.actor.kind === "user") await assertAgreed(tx, before, after);
  if (before.unlinkedAt !== null && after.unlinkedAt === null) await assertAccountRoom(tx, after.organizationId);
  await save(tx, before, after);
  if (after.linkVersion !== before.linkVersion) await followLink(tx, before, after);
  await tellLink(tx, before, after);
  if (replacement) {
    const tenant = { organizationId: after.organizationId, linkedAccountId: after.id };
    await clearPause(tx, tenant);
    await asAccount(tx, after.id, () => sendAfterLogin(tx, tenant));
  }
  const authorized = replacement ? await takeAuthorization(tx, principal, replacement.connection, after.id) : {};
  const detail = detailOf(before, after);
  if (detail) note({ ...detail, ...authorized });
  return toManagedAccount(tx, after, organization);
}

/**
 * PATCH /linked-accounts/{id}: changes its name, how often and whether it is read, its connection and which operations may write.
 * One update replaces the connection: an attempt in progress ends with the old one, the next uses the new one.
 */
export const updateLinkedAccount = defineCommand({
  method: "PATCH",
  path: "/linked-accounts/{id}",
  alone: true,
  embed: "account",
  summary:
    "Change a linked account: its name, reference, interval of readings, connection and writes; unlink it or link it again",
  description:
    "While `active` is false, every operation answers 404 \"User not found\" and the nightly sync pauses; synced records stay readable. To lock out holders of the access token, rotate it. A new `connection` is probed first, unless `probe_id` names a probe of it, and refused if its EMR does not answer or does not take the credentials; at another address, with another account's token or with another `mrn_system` the account leads to another EMR (a new token is the same account's if the EMR shows by it a referral that was read before): its records are empty until they are read there, jobs that were accepted before fail unless they are under way, and the EMR is read-only again until `writes` is sent. Jobs that were accepted before an operation was switched off still run; those of an unlinked account fail. By `client_id` and `client_secret` alone: only `access_token_reference_id`, of an account that this client linked.",
  permission: "linked-accounts:update",
  conditional: { shows: "linked-accounts:read" },
  by: "person",
  status: 200,
  input: accountChange,
  done: "Linked account changed",
  body: z.object({ linked_account: managedAccountModel }),
  look: ({ principal, params, input: { connection, ...change } }) =>
    lookInto(async () =>
      connection === undefined ? null : replacementFor(principal, params, { ...change, connection }),
    ),
  async execute(context) {
    assertClientMay(context.principal, context.input);
    const audited = { route: "PATCH /linked-accounts/{id}", action: "linked-accounts:update" };
    const account = await whereLinked(context, audited, (there) =>
      changeAccount(there, there.input, foundIn(there.looked)),
    );
    const { tx, input, principal } = context;
    if (input.probe_id !== undefined) await takeProbe(tx, principal, input.probe_id, account.id);
    return { linked_account: account };
  },
});
