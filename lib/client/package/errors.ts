import type * as face from "./face.d.ts";
import type { ConflictError, Error as ErrorBody, FieldError, PreconditionError } from "./operations.d.ts";

interface Details {
  body?: ErrorBody | ConflictError | PreconditionError | null;
  retryAfter?: number | null;
}

/** Statuses after which the same request may succeed; 0 is no answer. */
const PASSING = [0, 429, 502, 503, 504];

/** A request that was refused, or that had no answer. */
export class RecordsError extends Error implements face.RecordsError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | null;
  readonly body: ErrorBody | ConflictError | PreconditionError | null;

  constructor(status: number, message: string, { body = null, retryAfter = null }: Details = {}) {
    super(message);
    this.name = "RecordsError";
    this.status = status;
    this.body = body;
    // A proxy's error may be JSON of another shape.
    this.errors = Array.isArray(body?.errors) ? body.errors : [];
    this.retryAfter = retryAfter;
  }

  get mayHaveBeenSaved(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Returns whether a retry may help. */
export const isPassing = ({ status }: RecordsError): boolean => PASSING.includes(status);

/** Returns the failure in a response. A proxy's error has no body of the API. */
export async function failureOf(response: Response): Promise<RecordsError> {
  const read = await response.json().catch(() => null);
  const body = typeof read === "object" ? read : null;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const message = typeof body?.message === "string" ? body.message : `The server answered ${response.status}`;
  return new RecordsError(response.status, message, {
    body,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

/** Returns what a failed `fetch` means: no answer, unless it failed for a reason that is known already. */
export const noAnswer = (error: unknown): RecordsError =>
  error instanceof RecordsError ? error : new RecordsError(0, "No answer from the server");
