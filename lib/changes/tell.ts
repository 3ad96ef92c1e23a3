import { eq, sql } from "drizzle-orm";
import type { OwnCause } from "#lib/db/change-cause";
import type { Changed } from "#lib/db/changed-records";
import { ownOrganization } from "#lib/db/own-organization";
import { readBeside } from "#lib/db/read-beside";
import { syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { differenceOf } from "./difference.ts";
import { Feed } from "./feed.ts";
import { withJobsInFlight } from "./in-flight.ts";
import { CHANGE_KINDS, type ChangeKind, TABLE_OF } from "./kinds.ts";
import { idsShowing, SHOWN_BY, type Showing } from "./showing.ts";
import { type RecordAsShown, referringProviders, SHOWN } from "./shown.ts";

/** Records that are compared together: those of a large page, in some tenths of a second. */
const SLICE = 1_000;

type Source = keyof typeof SHOWN_BY;
type Ids = Map<string, OwnCause | null>;

/** Returns the kinds whose changes are told: those whose first reading was announced by an earlier transaction. */
async function toldKinds(tx: Transaction, { tenant, firstRead }: Changed): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ kind: syncKind.kind, announced: syncKind.announced })
    .from(syncKind)
    .where(eq(syncKind.linkedAccountId, tenant.linkedAccountId));
  return new Set(rows.flatMap(({ kind, announced }) => (!announced || firstRead.has(kind) ? [] : [kind])));
}

/** Lets the feed of the kinds that were read for the first time begin after the present position. */
async function beginFeeds(tx: Transaction, feed: Feed, { tenant, firstRead }: Changed): Promise<void> {
  if (firstRead.size === 0) return;
  await tx.execute(
    sql`UPDATE sync_kind SET told_from = ${feed.skip()} WHERE organization_id = ${ownOrganization}
        AND linked_account_id = ${tenant.linkedAccountId} AND kind = ANY (${sql.param([...firstRead])}::text[])`,
  );
}

/** The work of telling what one transaction has changed. */
class Telling {
  readonly #tx: Transaction;
  readonly #tenant: AccountTenant;
  readonly #told: ReadonlySet<string>;
  readonly #feed: Feed;
  readonly #ids = new Map<string, Ids>();

  constructor(tx: Transaction, { tenant, rows }: Changed, told: ReadonlySet<string>, feed: Feed) {
    this.#tx = tx;
    this.#tenant = tenant;
    this.#told = told;
    this.#feed = feed;
    for (const kind of CHANGE_KINDS) this.#ids.set(kind, new Map(rows.get(TABLE_OF[kind])));
    this.#ids.set("referring_providers", new Map(rows.get("referring_provider")));
  }

  /** Returns which kinds show a part of a source, such as a location's name, among the kinds whose changes are told. */
  #showing(source: string): readonly Showing[] {
    return source in SHOWN_BY ? SHOWN_BY[source as Source].filter(({ kind }) => this.#told.has(kind)) : [];
  }

  /** Adds the records to be told that show something of which another part was shown before. */
  async #follow(source: string, keys: ReadonlySet<string>, cause: OwnCause | null): Promise<void> {
    if (keys.size === 0) return;
    for (const showing of this.#showing(source)) {
      const ids = this.#ids.get(showing.kind);
      const found = await idsShowing(this.#tx, this.#tenant.linkedAccountId, showing, [...keys]);
      for (const id of found) if (ids && !ids.has(id)) ids.set(id, cause);
    }
  }

  /** Compares some records with what others see, and tells of the differences. */
  async #compare(source: string, kind: ChangeKind | null, slice: [string, OwnCause | null][]): Promise<void> {
    const select = kind === null ? referringProviders : SHOWN[kind];
    const ids = slice.map(([id]) => id);
    const { linkedAccountId } = this.#tenant;
    const [before, after] = await Promise.all([
      readBeside(this.#tenant, (tx) => select(tx, linkedAccountId, ids)),
      select(this.#tx, linkedAccountId, ids),
    ]);
    const ours: Ids = new Map();
    if (kind !== null && this.#told.has(kind)) {
      const found = slice.flatMap(([id, cause]) => {
        const difference = differenceOf(before.get(id), after.get(id));
        return difference ? [{ kind, id, cause, ...difference }] : [];
      });
      const attributed = await withJobsInFlight(this.#tx, linkedAccountId, found);
      for (const { id, cause } of attributed) ours.set(id, cause);
      await this.#feed.append(attributed);
    }
    const byCause = Map.groupBy(slice, ([id, cause]) => ours.get(id) ?? cause);
    for (const [cause, some] of byCause) {
      const keys = some.flatMap(([id]) => keysOf(before.get(id), after.get(id)));
      await this.#follow(source, new Set(keys), cause);
    }
  }

  async tell(): Promise<void> {
    for (const source of ["referring_providers", ...CHANGE_KINDS]) {
      const kind = source === "referring_providers" ? null : (source as ChangeKind);
      const isTold = kind !== null && this.#told.has(kind);
      if (!isTold && this.#showing(source).length === 0) continue;
      const all = [...(this.#ids.get(source) ?? [])];
      for (let from = 0; from < all.length; from += SLICE)
        await this.#compare(source, kind, all.slice(from, from + SLICE));
    }
  }
}

/** Returns the keys by which others see a record, if they see another part of it than before. */
function keysOf(before: RecordAsShown | undefined, after: RecordAsShown | undefined): readonly string[] {
  if (before?.seenBy?.part === after?.seenBy?.part) return [];
  return [...(before?.seenBy?.keys ?? []), ...(after?.seenBy?.keys ?? [])];
}

/**
 * Tells, in a transaction that has changed synchronized records, of each record whose read shows something else than
 * before: an entry in the account's feed, and an event if the change was found in the EMR. What others see is read beside
 * the transaction. The feed is locked until the transaction ends, so that no other change of the account is committed
 * between the two readings.
 */
export async function tellChanges(tx: Transaction, changed: Changed): Promise<void> {
  const feed = await Feed.lock(tx, changed.tenant);
  const told = await toldKinds(tx, changed);
  if (changed.rows.size > 0) await new Telling(tx, changed, told, feed).tell();
  await beginFeeds(tx, feed, changed);
  await feed.close();
}
