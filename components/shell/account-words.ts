import type { LinkedAccountStateModel } from "#lib/administration/linked-accounts/model";
import { dateFormat } from "#lib/kernel/date-format";

/** After so long the nightly sync must have been missed. */
const STALE_MS = 26 * 60 * 60 * 1000;

/** How an account stands: its EMR is out, its data is older than a night, or all is well. */
export interface Standing {
  state: "out" | "stale" | "fresh";
  /** What the time behind the words is that of: the last sync, or the start of the outage; null where there is none. */
  at: string | null;
  words: string;
}

/** A moment on an account's own clocks: "04:10"; with the day where that was not today. */
function clockWords(at: string, timeZone: string, now: number): string {
  const format = (options: Intl.DateTimeFormatOptions, moment: number) =>
    dateFormat({ timeZone, ...options }).format(moment);
  const day = (moment: number) => format({ year: "numeric", month: "short", day: "numeric" }, moment);
  const time = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, Date.parse(at));
  if (day(Date.parse(at)) === day(now)) return time;
  return `${format({ month: "short", day: "numeric" }, Date.parse(at))}, ${time}`;
}

type Told = Pick<LinkedAccountStateModel, "timezone" | "synced_at" | "emr_out_since">;

/** How an account stands, with its time on the account's own clocks: "synced 04:10", "EMR out since 09:55". */
export function standingOf({ timezone, synced_at, emr_out_since }: Told, now: number): Standing {
  if (emr_out_since !== null)
    return { state: "out", at: emr_out_since, words: `EMR out since ${clockWords(emr_out_since, timezone, now)}` };
  if (synced_at === null) return { state: "stale", at: null, words: "not synced yet" };
  const isStale = now - Date.parse(synced_at) > STALE_MS;
  return { state: isStale ? "stale" : "fresh", at: synced_at, words: `synced ${clockWords(synced_at, timezone, now)}` };
}

/** Sections that records of one account lie in, where the record's own section has no list. */
const LISTS: Record<string, string> = { jobs: "activity" };

/** The same page for another account. A record's page leads to its list: the other account does not have the record. */
export function pageForAccount(pathname: string, accountId: string): string {
  const section = pathname.split("/")[3] ?? "";
  return ["/a", accountId, LISTS[section] ?? section].filter(Boolean).join("/");
}
