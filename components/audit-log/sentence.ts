import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { PAST, sentences } from "./sentence-words.ts";

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
  const done =
    status === 403 ? sentences.refused(past ? lowerFirst(clause) : sentences.read(lowerFirst(clause))) : null;
  const words = done ?? (past ? [past, ...rest].join(" ") : sentences.read(lowerFirst(clause)));
  const named = detail?.record ? sentences.of(words, detail.record) : words;
  return detail?.drafted_by ? sentences.drafted(named, detail.drafted_by) : named;
}
