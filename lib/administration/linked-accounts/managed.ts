import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { catalog } from "#lib/catalog/generated/definitions";
import { asOrganization } from "#lib/db/as-organization";
import { linkedAccount, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { openCredentials } from "#lib/emr/account";
import { capabilitiesOf, connectorOf, storedProfile } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";
import { type ChangeNotices, changeNoticesOf } from "#lib/jobs/emr-webhooks/change-notices";
import { signedWebhookOf } from "#lib/jobs/emr-webhooks/standing";
import { wayOfChanges } from "#lib/jobs/emr-webhooks/way-of-changes";
import { wayOfEvents } from "#lib/jobs/emr-webhooks/way-of-events";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { WRITES } from "./account-change.ts";
import { isPlatform, standInOf } from "./made-organization.ts";
import { type ManagedAccountModel, managedAccountModel } from "./model.ts";
import { organizationName } from "./named-account.ts";
import { shownProfile } from "./profile-model.ts";
import { toLinkedAccount } from "./queries.ts";

type Account = typeof linkedAccount.$inferSelect;

/** Returns every operation that writes, with the finding of the probe for it and whether it may write. */
function writeOperations({ emrType, profile, writes }: Account): ManagedAccountModel["write_operations"] {
  const able = capabilitiesOf({ emrType, profile });
  const found = storedProfile(profile)?.capabilities ?? [];
  return WRITES.map((id) => {
    const { name, capability } = catalog[id];
    const { support = "works", reason = null } = found.find((each) => each.name === capability) ?? {};
    return {
      operation: id,
      name,
      on: writes === null || writes.includes(id),
      support: capability === null || able.has(capability) ? support : "unsupported",
      reason,
    };
  });
}

/** Returns the tag of what a change replaces. What syncs and probes find of the account changes by itself, and leaves it as it is. */
const changeableTag = (account: Account): string => {
  const { name, unlinkedAt, connection, credentials, writes, syncIntervalMinutes, accessTokenReferenceId } = account;
  const active = unlinkedAt === null;
  return withEntityTag({ name, active, connection, credentials, writes, syncIntervalMinutes, accessTokenReferenceId })
    .etag;
};

/** Returns the state of an account's link. */
export const stateOf = ({
  unlinkedAt,
  profile,
}: Pick<Account, "unlinkedAt" | "profile">): ManagedAccountModel["state"] => {
  if (unlinkedAt !== null) return "unlinked";
  return storedProfile(profile)?.login_required ? "login_required" : "linked";
};

/** Returns in words which events of the EMR were set aside; nothing if none was. */
function eventsSetAside(profile: Profile | null): Profile["behaviour"] {
  const aside = profile?.events_set_aside;
  if (!aside) return [];
  const { count, at, reason } = aside;
  return [{ probe: "events set aside", found: `${count} since the last test, the latest at ${at}: ${reason}` }];
}

/** Returns in words how the EMR's notices or events come in; nothing for an EMR that sends none. */
async function wayIn(tx: Transaction, account: Account, notices: ChangeNotices | null): Promise<Profile["behaviour"]> {
  if (notices) return [{ probe: "Subscriptions of changes", found: wayOfChanges(notices) }];
  if (connectorOf(account.emrType).noticedKinds) return [];
  const found = await wayOfEvents(tx, account);
  return found === null ? [] : [{ probe: "webhook", found }];
}

/** Returns the findings of the last probe with the way in which the EMR's events come in; null for a simulated EMR. */
async function findingsOf(
  tx: Transaction,
  account: Account,
  notices: ChangeNotices | null,
): Promise<ManagedAccountModel["profile"]> {
  if (account.profile === null) return null;
  const shown = shownProfile(account.profile);
  const behaviour = [
    ...shown.behaviour,
    ...(await wayIn(tx, account, notices)),
    ...eventsSetAside(storedProfile(account.profile)),
  ];
  return { ...shown, behaviour };
}

/** Returns the webhook registered at the EMR of an account's client; null if there is none. */
async function eventWebhookOf(tx: Transaction, account: Account): Promise<ManagedAccountModel["event_webhook"]> {
  const row = account.unlinkedAt === null ? await signedWebhookOf(tx, account) : null;
  if (row === null || row.registrationId === null || row.registeredAt === null) return null;
  return {
    registered_at: row.registeredAt.toISOString(),
    secret_changed_at: (row.secretChangedAt ?? row.registeredAt).toISOString(),
    secret_asked_at: row.secretAskedAt?.toISOString() ?? null,
    secret_problem: row.secretProblem,
  };
}

const noticesModel = ({
  state,
  registeredAt,
  heardAt,
  refusedAt,
  problem,
}: ChangeNotices): ManagedAccountModel["change_notices"] => ({
  state,
  registered_at: registeredAt?.toISOString() ?? null,
  heard_at: heardAt?.toISOString() ?? null,
  refused_at: refusedAt?.toISOString() ?? null,
  problem,
});

/** Maps a linked account to the model for admins, without its token and secrets. */
export async function toManagedAccount(
  tx: Transaction,
  account: Account,
  organizationName: string,
): Promise<ManagedAccountModel> {
  const notices = await changeNoticesOf(tx, account);
  return {
    ...toLinkedAccount({ account, organizationName }),
    organization_id: account.organizationId,
    connection: account.connection,
    secrets: Object.keys(await openCredentials(account.credentials)),
    profile: await findingsOf(tx, account, notices),
    event_webhook: await eventWebhookOf(tx, account),
    change_notices: notices && noticesModel(notices),
    write_operations: writeOperations(account),
    sync_interval_minutes: account.syncIntervalMinutes,
    active: account.unlinkedAt === null,
    state: stateOf(account),
    user_active: account.userActive,
    access_token_reference_id: account.accessTokenReferenceId,
    created_at: account.createdAt.toISOString(),
    etag: changeableTag(account),
  };
}

/** What both lists of accounts have in common. */
const LISTED = {
  path: "/linked-accounts",
  alone: true,
  embed: "account",
  summary: "List the organization's linked accounts",
  description:
    "Includes unlinked accounts. API clients may list them, but only an account's own access token can read its records. By `client_id` and `client_secret` alone: those that this client linked, by its link tokens, a platform client's in the organizations that it made among them. Accounts of an organization whose admin has revoked the client are left out, so that a page may have fewer than its `limit`.",
  permission: "linked-accounts:read",
  patientData: false,
  key: "linked_accounts",
  model: managedAccountModel,
  scope: "organizationId",
} as const;

/** Maps accounts of the transaction's organization. */
async function toManagedAccounts(tx: Transaction, organizationId: string, rows: Account[]) {
  if (rows.length === 0) return [];
  const name = await organizationName(tx, organizationId);
  return Promise.all(rows.map((row) => toManagedAccount(tx, row, name)));
}

const ofOrganization = defineList({
  ...LISTED,
  table: linkedAccount,
  order: keyset("asc", linkedAccount.id),
  toModels: (rows, { tx, organizationId }) => toManagedAccounts(tx, organizationId, rows),
});

/** Returns the accounts with these ids that a client has linked in the transaction's organization. */
const linkedHere = (tx: Transaction, clientId: string, ids: string[]) =>
  tx
    .select()
    .from(linkedAccount)
    .where(and(inArray(linkedAccount.id, ids), eq(linkedAccount.linkedBy, clientId)));

/** Returns the accounts with these ids that a platform client has linked in an organization that it made, and may see there. */
const linkedThere = (tx: Transaction, clientId: string, organizationId: string, ids: string[]) =>
  asOrganization(tx, organizationId, async () =>
    (await standInOf(tx, clientId)) ? toManagedAccounts(tx, organizationId, await linkedHere(tx, clientId, ids)) : [],
  );

/** The accounts that a client has linked, wherever they are: its own organization's links name all of them. */
const ofClient = defineList({
  ...LISTED,
  table: linkToken,
  order: keyset("asc", linkToken.linkedAccountId),
  where: ({ actor }) =>
    and(eq(linkToken.apiClientId, actor.id), eq(linkToken.repairs, false), isNotNull(linkToken.linkedAt)),
  async toModels(links, { tx, organizationId, actor }) {
    const idsIn = Map.groupBy(links, (link) => link.targetOrganizationId ?? organizationId);
    const mayLeave = await isPlatform(tx, actor.id);
    const models: ManagedAccountModel[] = [];
    for (const [place, linked] of idsIn) {
      const ids = linked.map(({ linkedAccountId }) => linkedAccountId);
      if (place === organizationId) {
        models.push(...(await toManagedAccounts(tx, place, await linkedHere(tx, actor.id, ids))));
      } else if (mayLeave) models.push(...(await linkedThere(tx, actor.id, place, ids)));
    }
    return models.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  },
});

/** GET /linked-accounts: linked accounts of the organization, or those that a client has linked, oldest first (decisions §5). */
export const listManagedAccounts: typeof ofOrganization = {
  ...ofOrganization,
  read: (context) => (context.isWithoutAccount ? ofClient : ofOrganization).read(context),
};
