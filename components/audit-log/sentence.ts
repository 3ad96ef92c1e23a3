import type { AuditEntryModel } from "#lib/administration/audit-log/model";

/** First words of the routes' summaries in the past tense. A summary without one of them names what was read. */
const PAST: Readonly<Record<string, string>> = {
  add: "added",
  cancel: "cancelled",
  change: "changed",
  choose: "chose",
  confirm: "confirmed",
  create: "created",
  delete: "deleted",
  discard: "discarded",
  draft: "drafted",
  end: "ended",
  get: "read",
  give: "gave",
  invite: "invited",
  link: "linked",
  list: "listed",
  order: "ordered",
  post: "posted",
  refresh: "refreshed",
  register: "registered",
  remove: "removed",
  rename: "renamed",
  request: "requested",
  retry: "retried",
  revoke: "revoked",
  save: "saved",
  search: "searched",
  send: "sent",
  set: "set",
  settle: "settled",
  sign: "signed",
  start: "started",
  stream: "streamed",
  try: "tried",
  update: "updated",
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Leaves out what a summary says beyond its first clause. */
const firstClause = (summary: string): string => summary.split(/[,:;]/)[0] ?? summary;

/**
 * Returns what an actor did as the rest of a sentence that begins with the actor's name: "listed claims", or for a
 * refused request "was not allowed to list claims". `summary` is the summary of the entry's route.
 */
export function predicate(summary: string, { status, detail }: Pick<AuditEntryModel, "status" | "detail">): string {
  const clause = firstClause(summary);
  const [verb = "", ...rest] = clause.split(" ");
  const past = PAST[verb.toLowerCase()];
  const done = status === 403 ? `was not allowed to ${past ? lowerFirst(clause) : `read ${lowerFirst(clause)}`}` : null;
  const words = done ?? (past ? [past, ...rest].join(" ") : `read ${lowerFirst(clause)}`);
  const named = detail?.record ? `${words}: ${detail.record}` : words;
  return detail?.drafted_by ? `${named}, drafted by ${detail.drafted_by}` : named;
}
