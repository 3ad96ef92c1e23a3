import type { syncKind } from "#lib/db/schema";

/**
 * Returns the state of a kind that is read well, or badly, by now: a kind that is fresh or is being read has no reason, and
 * each other one has the reason of its last failure or short answer. All that stores or shows a state passes here.
 */
export function stateOf<Status extends (typeof syncKind.$inferSelect)["status"]>(
  status: Status,
  reason: string | null,
): { status: Status; reason: string | null } {
  return { status, reason: status === "fresh" || status === "running" ? null : reason };
}
