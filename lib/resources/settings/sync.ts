import { eq } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { RowCounts } from "#lib/definitions/replace-rows";
import type { EmrSettings } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { type Answer, mayRemove } from "#lib/resources/synced/held";
import type { SyncContext, SyncedKind } from "#lib/resources/synced/synced-kind";
import { storedVisitStatuses, storeVisitStatuses } from "#lib/resources/visit-statuses/sync";
import { toAccountSettings } from "./from-emr.ts";
import type { AccountSettings } from "./model.ts";
import { storedSettings } from "./stored-settings.ts";

type Entry = { id: string; name: string };

/** Changes that storing the settings made. */
export interface SettingsChanges extends RowCounts {
  visitStatuses: RowCounts;
  insuranceCompanies: RowCounts;
  pharmacies: RowCounts;
  /** Whether the time zone or the standing of the account's user changed. */
  linkChanged: boolean;
  /** Numbers of the lists that were suddenly short, and whose entries stay; null if none was. */
  held: Answer | null;
}

const NONE: RowCounts = { created: 0, updated: 0 };

/** Counts the differences between two lists of named entries. */
function compare(before: Entry[], now: Entry[]): RowCounts {
  const names = new Map(before.map(({ id, name }) => [id, name]));
  return {
    created: now.filter(({ id }) => !names.has(id)).length,
    updated: now.filter(({ id, name }) => names.has(id) && names.get(id) !== name).length,
  };
}

/** Collects the numbers of short lists. */
class Guard {
  readonly #accepted: boolean;
  held: Answer | null = null;

  constructor({ accepted }: SyncContext) {
    this.#accepted = accepted;
  }

  /** Returns the entries to store: those of the EMR, and if they are suddenly few also those stored before. */
  kept<Item>(before: Item[], now: Item[], idOf: (item: Item) => string): Item[] {
    const ids = new Set(now.map(idOf));
    const missing = before.filter((item) => !ids.has(idOf(item)));
    const answer = { stored: before.length, seen: before.length - missing.length };
    if (this.#accepted || mayRemove(answer, null)) return now;
    this.held = { stored: (this.held?.stored ?? 0) + answer.stored, seen: (this.held?.seen ?? 0) + answer.seen };
    return [...now, ...missing];
  }
}

/** Returns the settings with the entries of suddenly short lists that are stored. */
function guarded(before: AccountSettings | null, now: AccountSettings, guard: Guard): AccountSettings {
  const lists = Object.entries(now).flatMap(([name, list]) => {
    const stored = (before as Record<string, unknown> | null)?.[name];
    const isList = Array.isArray(list) && Array.isArray(stored) && name !== "capabilities";
    if (!isList) return [];
    return [[name, guard.kept<Entry | string>(stored, list, (item) => (typeof item === "string" ? item : item.id))]];
  });
  return { ...now, ...Object.fromEntries(lists) };
}

/**
 * Stores the account's settings in the caller's transaction, and counts the changes (interface 2.14). Changes nothing if
 * a newer reading or change is stored already.
 */
export async function storeSettings(
  tx: Transaction,
  tenant: AccountTenant,
  { settings: read, asOf }: { settings: EmrSettings; asOf: number },
  context: SyncContext,
): Promise<SettingsChanges> {
  const mine = eq(linkedAccount.id, tenant.linkedAccountId);
  const [before] = await tx
    .select({
      settings: linkedAccount.settings,
      timezone: linkedAccount.timezone,
      userActive: linkedAccount.userActive,
      asOf: linkedAccount.asOf,
    })
    .from(linkedAccount)
    .where(mine)
    .for("no key update");
  if (!before) throw new Error("No such linked account");
  if (before.asOf > asOf) {
    const none = { visitStatuses: NONE, insuranceCompanies: NONE, pharmacies: NONE };
    return { ...NONE, ...none, linkChanged: false, held: null };
  }
  const { timezone, userActive } = read;
  const old = storedSettings(before.settings);
  const guard = new Guard(context);
  const settings = guarded(old, toAccountSettings(read, { ...context, syncedAt: present() }), guard);
  const change = tx
    .update(linkedAccount)
    .set({ timezone, userActive, settings, asOf })
    .where(mine)
    .returning({ id: linkedAccount.id });
  await changeRecords(tx, tenant, linkedAccount, change);
  const statuses = guard.kept(await storedVisitStatuses(tx, tenant), read.visitStatuses, ({ code }) => code);
  return {
    ...NONE,
    visitStatuses: await storeVisitStatuses(tx, tenant, statuses),
    insuranceCompanies: compare(old?.insurance_companies ?? [], settings.insurance_companies),
    pharmacies: compare(old?.pharmacies ?? [], settings.pharmacies),
    linkChanged: before.timezone !== timezone || before.userActive !== userActive,
    held: guard.held,
  };
}

/** How the settings are stored: one record of the account. */
export const syncedSettings: SyncedKind<"settings"> = {
  kind: "settings",
  rows: null,
  idOf: () => "settings",
  async store(tx, tenant, { records: [settings], asOf }, context) {
    return settings ? storeSettings(tx, tenant, { settings, asOf }, context) : { ...NONE, held: null };
  },
};
