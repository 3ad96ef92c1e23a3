import type { LinkedAccountModel } from "#lib/models/linked-account";

const EMR_NAMES: Record<string, string> = {
  sandbox: "Sandbox EMR",
  sandbox_basic: "Basic sandbox EMR",
  fhir: "FHIR",
};

/** What people call a kind of EMR. */
export const emrName = (emrType: string): string => EMR_NAMES[emrType] ?? emrType;

/** After so long the nightly sync must have been missed. */
const STALE_MS = 26 * 60 * 60 * 1000;

export interface Freshness {
  words: string;
  isStale: boolean;
}

/** How fresh an account's data is, in its own time zone: "synced 04:10"; with the day where that was not today. */
export function freshnessOf(account: LinkedAccountModel, now: number): Freshness {
  if (account.synced_at === null) return { words: "not synced yet", isStale: true };
  const synced = new Date(account.synced_at);
  const format = (options: Intl.DateTimeFormatOptions, moment: Date | number = synced) =>
    new Intl.DateTimeFormat("en-US", { timeZone: account.timezone, ...options }).format(moment);
  const time = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = format({ month: "short", day: "numeric" });
  const isToday = day === format({ month: "short", day: "numeric" }, now);
  return {
    words: isToday ? `synced ${time}` : `synced ${day}, ${time}`,
    isStale: now - synced.getTime() > STALE_MS,
  };
}

/** Sections that records of one account lie in, where the record's own section has no list. */
const LISTS: Record<string, string> = { jobs: "activity" };

/** The same page for another account. A record's page leads to its list: the other account does not have the record. */
export function pageForAccount(pathname: string, accountId: string): string {
  const section = pathname.split("/")[3] ?? "";
  return ["/a", accountId, LISTS[section] ?? section].filter(Boolean).join("/");
}
