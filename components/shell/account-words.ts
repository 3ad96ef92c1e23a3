import type { LinkedAccountStateModel } from "#lib/administration/linked-accounts/model";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { dateFormat } from "#lib/kernel/date-format";

/** Without a sync for this long, the nightly sync was missed. */
const STALE_MS = 26 * 60 * 60 * 1000;

/** State of an account: its EMR is out or refuses the credentials, its data is stale, or it is current. */
export interface AccountState {
  state: "out" | "stale" | "fresh";
  /** Time of the last sync or of the outage's beginning; null if there is none. */
  at: string | null;
  words: string;
}

/** Returns a moment in an account's time zone: "4:10 AM", with the day if it is not today. */
export function clockWords(at: string, timeZone: string, now: number): string {
  const format = (options: Intl.DateTimeFormatOptions, moment: number) =>
    dateFormat({ timeZone, ...options }).format(moment);
  const day = (moment: number) => format({ year: "numeric", month: "short", day: "numeric" }, moment);
  const time = format({ hour: "numeric", minute: "2-digit" }, Date.parse(at));
  if (day(Date.parse(at)) === day(now)) return time;
  return `${format({ month: "short", day: "numeric" }, Date.parse(at))}, ${time}`;
}

type SyncTimes = Pick<LinkedAccountStateModel, "timezone" | "synced_at" | "emr_out_since"> &
  Partial<Pick<LinkedAccountStateModel, "login_required_since" | "freshness">>;
type Kind = Pick<SyncKindModel, "status">;

/** Checks whether some kind of record is not read any more, or waits for a person's judgement. */
export const isSyncDegraded = (kinds: readonly Kind[]): boolean =>
  kinds.some(({ status }) => status === "degraded" || status === "held");

/**
 * Returns an account's state with its time in the account's zone: "synced 4:10 AM", "EMR out since 9:55 AM",
 * "needs attention since 9:55 AM"; with the visits' own time if they were read since the sync. `kinds` are the
 * kinds of records with the state of their sync, as far as they are known.
 */
export function accountStateOf(
  { timezone, synced_at, emr_out_since, login_required_since: refusedSince, freshness }: SyncTimes,
  now: number,
  kinds: readonly Kind[] = [],
): AccountState {
  if (refusedSince)
    return {
      state: "out",
      at: refusedSince,
      words: `needs attention since ${clockWords(refusedSince, timezone, now)}`,
    };
  if (emr_out_since !== null)
    return { state: "out", at: emr_out_since, words: `EMR out since ${clockWords(emr_out_since, timezone, now)}` };
  if (isSyncDegraded(kinds)) return { state: "stale", at: null, words: "sync degraded" };
  if (synced_at === null) {
    const isRunning = kinds.some(({ status }) => status === "running");
    return { state: "stale", at: null, words: isRunning ? "first sync" : "not synced yet" };
  }
  const isStale = now - Date.parse(synced_at) > STALE_MS;
  // ISO 8601 in UTC sorts by time.
  const visitsAt = [freshness?.today.read_at, freshness?.changes.read_at].reduce<string>(
    (latest, at) => (at && at > latest ? at : latest),
    synced_at,
  );
  const visits = visitsAt > synced_at ? `, today’s visits ${clockWords(visitsAt, timezone, now)}` : "";
  return {
    state: isStale ? "stale" : "fresh",
    at: synced_at,
    words: `synced ${clockWords(synced_at, timezone, now)}${visits}`,
  };
}

/** Sections that list the records of sections without a list of their own. */
const LISTS: Record<string, string> = { jobs: "activity" };

/**
 * Returns the address of the same page for another account. A record's page leads to its list, because the other
 * account does not have the record.
 */
export function pageForAccount(pathname: string, accountId: string): string {
  const section = pathname.split("/")[3] ?? "";
  return ["/a", accountId, LISTS[section] ?? section].filter(Boolean).join("/");
}
