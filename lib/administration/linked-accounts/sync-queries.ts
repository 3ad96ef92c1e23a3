import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount, syncSetAside } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { stateOf } from "#lib/definitions/kind-state";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { capabilitiesOf, connectorOf, storedProfile, unsupportedKindsOf } from "#lib/emr/connect";
import type { SyncKind } from "#lib/emr/port/sync";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { changeNoticesOf } from "#lib/jobs/emr-webhooks/change-notices";
import { changingKinds } from "#lib/jobs/sync/read-changes";
import { readsDays } from "#lib/jobs/sync/reads-days";
import { isLeftToSyncs, kindRows } from "#lib/jobs/sync/run";
import { storedKinds } from "#lib/jobs/sync/stored-kinds";
import { notFound } from "#lib/kernel/domain-error";
import { accountOfPath } from "./account-of-path.ts";
import { freshnessOf } from "./freshness.ts";
import { type SyncKindModel, setAsideModel, syncKindModel } from "./sync-model.ts";

const OWN_ALONE = "An access token can read only its own linked account, a session every account of the organization.";

type SyncKindRow = Awaited<ReturnType<typeof kindRows>>[number];

function rateOf({ rows, pages, beganAt, pageAt }: SyncKindRow): number | null {
  const seconds = ((pageAt?.getTime() ?? 0) - (beganAt?.getTime() ?? 0)) / 1000;
  return pages > 1 && seconds > 0 ? Math.round((rows / seconds) * 10) / 10 : null;
}

/** Returns whether nothing of a kind is shown. */
const isEmpty = (kind: SyncKind, stored: ReadonlySet<SyncKind>): boolean => kind !== "settings" && !stored.has(kind);

type Account = typeof linkedAccount.$inferSelect;

/** Returns the kinds of which an account's EMR can be asked for what changed, and visits of which days can be read. */
function readBetween(account: Account): ReadonlySet<string> {
  const connector = connectorOf(account.emrType);
  const kinds = connector.kinds(storedProfile(account.profile));
  const byDays = readsDays({ capabilities: capabilitiesOf(account), kinds, passesOn: connector.passesOn === true });
  const changing = changingKinds({ kinds }, { visitsByParts: !byDays });
  return new Set([...changing, ...(byDays ? ["appointments"] : [])]);
}

/** Returns the seconds between two readings of a kind between the syncs, `every` for each that is read; null for one that is left to the syncs. */
const everyOf = (row: SyncKindRow, every: number | null, between: ReadonlySet<string>): number | null =>
  between.has(row.kind) && !isLeftToSyncs(row) ? every : null;

/** Returns the kinds of whose changes an account's EMR tells at once. */
async function toldKinds(tx: Transaction, account: Account): Promise<ReadonlySet<string>> {
  const notices = await changeNoticesOf(tx, account);
  const isTold = notices?.state === "active" || notices?.state === "silent";
  return new Set(isTold ? connectorOf(account.emrType).noticedKinds : []);
}

/** What is known of all kinds of an account. */
interface Known {
  stored: ReadonlySet<SyncKind>;
  told: ReadonlySet<string>;
}

const toModel = (row: SyncKindRow, { stored, told }: Known, every: number | null): SyncKindModel => ({
  kind: row.kind as SyncKind,
  // A version before kept the reason of a failure beside a later success.
  ...stateOf(row.held ? "held" : row.status, row.reason),
  note: row.note,
  rows: row.rows,
  pages: row.pages,
  total: row.total,
  rate: rateOf(row),
  set_aside: row.setAside,
  empty: isEmpty(row.kind as SyncKind, stored),
  began_at: row.beganAt?.toISOString() ?? null,
  synced_at: row.syncedAt?.toISOString() ?? null,
  every_seconds: every,
  told: told.has(row.kind),
  held: row.held,
});

/** The state of a kind that no run has begun: of an account that an earlier version synchronized, it is fresh. */
const notBegun = (kind: SyncKind, syncedAt: Date | null, stored: ReadonlySet<SyncKind>): SyncKindModel => ({
  kind,
  status: syncedAt ? "fresh" : "waiting",
  rows: 0,
  pages: 0,
  total: null,
  rate: null,
  set_aside: 0,
  empty: isEmpty(kind, stored),
  began_at: null,
  synced_at: syncedAt?.toISOString() ?? null,
  every_seconds: null,
  told: false,
  reason: null,
  note: null,
  held: null,
});

/** GET /linked-accounts/{id}/sync: how far, fresh and whole each kind of record is (decisions §12). */
export const getAccountSync = defineQuery({
  path: "/linked-accounts/{id}/sync",
  embed: "open",
  summary: "How far, fresh and whole the sync of each kind of record is",
  description: `Kinds that the connected EMR does not show are left out: \`unsupported_kinds\` of the linked account lists them with the reasons. ${OWN_ALONE}`,
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ kinds: z.array(syncKindModel) }),
  accountOf: accountOfPath,
  async read({ tx, linkedAccountId }) {
    const [[account], rows, stored] = await Promise.all([
      tx.select().from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId)),
      kindRows(tx, { linkedAccountId }),
      storedKinds(tx, { linkedAccountId }),
    ]);
    if (!account) throw notFound("Linked account");
    if (rows.length === 0) {
      const unsupported = new Set(unsupportedKindsOf(account).map(({ kind }) => kind));
      const shown = SYNC_KINDS.filter((kind) => !unsupported.has(kind));
      return { kinds: shown.map((kind) => notBegun(kind, account.syncedAt, stored)) };
    }
    const byKind = new Map(rows.map((row) => [row.kind, row]));
    const freshness = await freshnessOf(tx, account);
    const every = freshness && (freshness.changes.every_seconds ?? account.syncIntervalMinutes * 60);
    const between = readBetween(account);
    const known = { stored, told: await toldKinds(tx, account) };
    return {
      kinds: SYNC_KINDS.flatMap((kind) => byKind.get(kind) ?? []).map((row) =>
        toModel(row, known, everyOf(row, every, between)),
      ),
    };
  },
});

async function requireAccount(tx: Transaction, id: string): Promise<void> {
  const [found] = await tx.select({ id: linkedAccount.id }).from(linkedAccount).where(eq(linkedAccount.id, id));
  if (!found) throw notFound("Linked account");
}

/** GET /linked-accounts/{id}/sync/set-aside: the records that could not be stored, with their reasons. */
export const listSetAside = defineList({
  path: "/linked-accounts/{id}/sync/set-aside",
  embed: "open",
  summary: "List the records that a sync could not store",
  description: `Each leaves the list once it is read well again. ${OWN_ALONE}`,
  permission: "settings:read",
  patientData: false,
  key: "set_aside",
  model: setAsideModel,
  table: syncSetAside,
  accountOf: accountOfPath,
  order: keyset("asc", syncSetAside.kind, syncSetAside.ehrId),
  filters: { kind: z.enum(SYNC_KINDS, { error: `must be one of ${SYNC_KINDS.join(", ")}` }).optional() },
  where: ({ query }) => (query.kind ? eq(syncSetAside.kind, query.kind) : undefined),
  async toModels(rows, { tx, linkedAccountId }) {
    // Only an existing account has rows.
    if (rows.length === 0) await requireAccount(tx, linkedAccountId);
    return rows.map(({ kind, ehrId, reason, at }) => ({
      kind: kind as SyncKind,
      ehr_id: ehrId,
      reason,
      at: at.toISOString(),
    }));
  },
});
