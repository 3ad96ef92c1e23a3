import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import type { SyncKind } from "#lib/emr/port/sync";
import { words } from "./notice-words.ts";

/** A schedule in which nothing is shown: what to say, and why. */
export interface EmptySchedule {
  title: string;
  reason: string;
}

/** Returns why no provider is shown, of whom visits would be; null if there are providers. */
function noProviders(providers: SyncKindModel | undefined, reasonOf: (kind: SyncKind) => string | null): string | null {
  const notShown = reasonOf("providers");
  if (notShown !== null) return notShown;
  if (!providers?.empty || providers.synced_at === null) return null;
  return providers.set_aside > 0 ? words.providersSetAside(providers.set_aside) : words.noProviders;
}

/**
 * Returns what to say of a schedule that the EMR does not show, or that was read to its end and shows nothing; null for any
 * other one.
 */
export function emptyScheduleOf(
  kinds: readonly SyncKindModel[],
  notShown: LinkedAccountModel["unsupported_kinds"],
): EmptySchedule | null {
  const reasonOf = (kind: SyncKind): string | null => {
    const found = notShown.find((each) => each.kind === kind);
    if (!found) return null;
    return found.reason === null ? words.notShown : `${found.reason.replace(/\.$/, "")}.`;
  };
  const unsupported = reasonOf("appointments");
  if (unsupported !== null) return { title: words.noSchedule, reason: unsupported };
  const visits = kinds.find(({ kind }) => kind === "appointments");
  if (!visits?.empty || visits.synced_at === null) return null;
  const withoutProviders = noProviders(
    kinds.find(({ kind }) => kind === "providers"),
    reasonOf,
  );
  const setAside = visits.set_aside > 0 ? words.visitsSetAside(visits.set_aside) : null;
  const others = visits.rows > visits.set_aside ? words.visitsOfOthers(visits.rows - visits.set_aside) : null;
  const reasons = [withoutProviders, setAside, others].filter((reason) => reason !== null);
  return { title: words.emptySchedule, reason: reasons.join(" ") || words.noVisits };
}
