import { failureOf, isPassing as mayPass, RecordsError } from "#lib/client/package/errors";

/** A failed request, as the typed client throws it, and what reads it from a response. */
export { failureOf, RecordsError as ApiFailure };

/** Returns the job that blocks a request (interface 3.3); null if the server named none. */
export const jobInTheWay = ({ body }: RecordsError): number | null =>
  body && "job_execution_id" in body ? Number(body.job_execution_id) : null;

/** Returns the record as it is now, from the refusal of a change of an older state (412); null for another failure. */
export const currentIn = (failure: unknown): { etag: string } | null =>
  failure instanceof RecordsError && failure.status === 412 && failure.body && "current" in failure.body
    ? ((failure.body.current as { etag: string } | undefined) ?? null)
    : null;

/** Checks whether a retry may help: there was no response, or a server or proxy is busy or starting. */
export const isPassing = (failure: unknown): boolean =>
  // A client that has reached a limit waits for as long as the page says.
  failure instanceof RecordsError && failure.status !== 429 && mayPass(failure);

/** Checks whether a request was refused because the person may not make it. */
export const isForbidden = (failure: unknown): boolean => failure instanceof RecordsError && failure.status === 403;

/** Checks whether a write was refused because the EMR refuses the credentials of the account (additions §5). */
export const isLoginLost = (failure: unknown): boolean =>
  failure instanceof RecordsError &&
  failure.body !== null &&
  "error" in failure.body &&
  failure.body.error === "login_required";
