import { notFoundBy } from "#lib/kernel/domain-error";

const HEADER = "X-Corrects-Job";

/** `X-Corrects-Job` as a parameter of the OpenAPI document. */
export const correctsParameter = {
  name: HEADER,
  in: "header" as const,
  required: false,
  description:
    "Id of the failed job of the same operation that this request corrects: that job's `retried_as` and the new job's `retry_of` name each other. A failed job is followed by one job at most: 409 with `job_execution_id` once it is",
  schema: { type: "integer", minimum: 1 },
};

/** Returns the id of the failed job that a request corrects, by its header; null without one. Throws 404 for a malformed id. */
export function jobToCorrect({ headers }: { headers: Headers }): number | null {
  const given = headers.get(HEADER);
  if (given === null) return null;
  if (!/^[1-9]\d{0,14}$/.test(given)) throw notFoundBy(HEADER, "Job");
  return Number(given);
}
