import { formatDate } from "#components/ui/time-words";
import { shownOf } from "#lib/catalog/shown";
import type { JobModel } from "#lib/job-record/model";

/** The part of a job from which its words are made. */
export type AskedJob = Pick<JobModel, "type" | "request">;

/** Returns the amount of money in a job's request; null for none. */
export const jobAmount = ({ type, request }: AskedJob): number | null => shownOf(type)?.amount?.(request) ?? null;

/**
 * Returns the reference by which a user finds a job's record in the EMR, with its label; null if the request has none.
 */
export function jobReference({ type, request }: AskedJob): { label: string; value: string } | null {
  const { field, label } = shownOf(type)?.reference ?? {};
  const value = field && request[field];
  return label && typeof value === "string" && value.trim() ? { label, value: value.trim() } : null;
}

/** Summarizes a job's request as its operation defines it. `statusName` returns the name of a visit status. */
export const jobGist = ({ type, request }: JobModel, statusName: (code: string) => string): string =>
  shownOf(type)?.gist(request, { status: statusName, day: formatDate }) ?? "";
