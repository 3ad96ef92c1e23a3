import { type Answer, type Fields, missing } from "./answer.ts";
import type { Service } from "./service.ts";
import type { Account, Job } from "./state.ts";

/** A request that writes. */
export interface Writing {
  service: Service;
  account: Account;
  /** Method and path, with `{id}` in place of an id. */
  operation: string;
  body: Fields;
  /** The id in the path. */
  id?: string;
  newId(): string;
}

export type Write = (writing: Writing) => Answer;

/** Returns the refusal for the first of the fields that a body lacks; null if it has all of them. */
export function lacks(body: Fields, names: readonly string[]): Answer | null {
  const lacking = names.find((name) => body[name] === undefined || body[name] === null || body[name] === "");
  return lacking === undefined ? null : missing(lacking);
}

const JOB_IDS = {
  documented: (id: number, isFetch: boolean) => ({ job_id: isFetch ? String(id) : id }),
  text: (id: number) => ({ job_id: String(id) }),
  number: (id: number) => ({ job_id: id }),
  job_execution_id: (id: number) => ({ job_execution_id: String(id) }),
};

/** Queues the work of an operation, and answers its acceptance. */
export function accepted(
  { service, account, operation, body }: Writing,
  {
    ids,
    isFetch = false,
    fail = () => undefined,
    ...work
  }: Pick<Job, "ids" | "recordId" | "types" | "perform"> & { isFetch?: boolean; fail?(): void },
): Answer {
  const { variants } = service;
  const given = typeof body.callback_urls === "string" ? [body.callback_urls] : body.callback_urls;
  const callbackUrls = Array.isArray(given) ? given.map(String) : [];
  const id = 5_000 + service.jobs.length + 1;
  service.queue({ id, account, operation, body, ids, callbackUrls, fail, state: "queued", ...work });
  const identifiers = { ...ids, ...JOB_IDS[variants.jobId](id, isFetch) };
  return {
    status: variants.acceptedStatus,
    body: {
      success: true,
      message: "Request accepted",
      ...(variants.acceptedIds === "data" ? { data: identifiers } : identifiers),
    },
  };
}
