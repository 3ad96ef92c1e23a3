import type { FieldError } from "#lib/kernel/field-error";

interface Details {
  retryAfter?: number | null;
  jobId?: number | null;
  errors?: readonly FieldError[];
}

/**
 * A call of `/v1` that did not succeed. `status` is the HTTP status, or 0 where no answer came (offline, a lost
 * connection, a time-out); `message` is the answer's own.
 */
export class ApiFailure extends Error {
  readonly status: number;
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfter: number | null;
  /** The job that is in the way, where the server named one (interface 3.3). */
  readonly jobId: number | null;
  /** The invalid fields (decisions §4). */
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, { retryAfter = null, jobId = null, errors = [] }: Details = {}) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.retryAfter = retryAfter;
    this.jobId = jobId;
    this.errors = errors;
  }
}

/** True where a write may have been accepted although no good answer came: it must be repeated with its key. */
export const mayHaveBeenSaved = (failure: ApiFailure): boolean => failure.status === 0 || failure.status >= 500;

/** True where asking again soon may help: no answer, or a server or proxy that is busy or starting. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiFailure && [0, 502, 503, 504].includes(failure.status);
