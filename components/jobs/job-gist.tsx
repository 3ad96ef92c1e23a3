import { formatDate } from "#components/ui/time-words";
import { shownOf } from "#lib/catalog/shown";
import type { JobModel } from "#lib/jobs/record/model";

/** The amount of money that a job asked for; null if it is about none. */
export const jobAmount = ({ type, request }: Pick<JobModel, "type" | "request">): number | null =>
  shownOf(type)?.amount?.(request) ?? null;

/** By what a person finds a job's record in the EMR, with its label; null if its request names nothing. */
export function jobReference({
  type,
  request,
}: Pick<JobModel, "type" | "request">): { label: string; value: string } | null {
  const { field, label } = shownOf(type)?.reference ?? {};
  const value = field && request[field];
  return label && typeof value === "string" && value.trim() ? { label, value: value.trim() } : null;
}

/** What a job asked for in few words, as its operation shows it. `statusName`: what people call a visit status. */
export const jobGist = ({ type, request }: JobModel, statusName: (code: string) => string): string =>
  shownOf(type)?.gist(request, { status: statusName, day: formatDate }) ?? "";
