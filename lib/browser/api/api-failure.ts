import type { FieldError } from "#lib/kernel/field-error";

interface Details {
  retryAfter?: number | null;
  jobId?: number | null;
  errors?: readonly FieldError[];
}

/**
 * A failed request to `/v1`. `status` is the HTTP status, or 0 if there was no response (offline, connection lost,
 * time-out); `message` is the response's.
 */
export class ApiFailure extends Error {
  readonly status: number;
  /** Seconds to wait before a retry; null if the server named none. */
  readonly retryAfter: number | null;
  /** The job that blocks the request (interface 3.3); null if the server named none. */
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

/** Checks whether a write may have been accepted although it failed: it must be repeated with its key. */
export const mayHaveBeenSaved = (failure: ApiFailure): boolean => failure.status === 0 || failure.status >= 500;

/** Checks whether a retry may help: there was no response, or a server or proxy is busy or starting. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiFailure && [0, 502, 503, 504].includes(failure.status);
