import type * as face from "./face.d.ts";
import type { ConflictError, Error as ErrorBody, FieldError } from "./operations.d.ts";

interface Details {
  body?: ErrorBody | ConflictError | null;
  retryAfter?: number | null;
}

/** Statuses after which the same request may succeed; 0 is no answer. */
const PASSING = [0, 429, 502, 503, 504];

/** A request that was refused, or that had no answer. */
export class RecordsError extends Error implements face.RecordsError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | null;
  readonly body: ErrorBody | ConflictError | null;

  constructor(status: number, message: string, { body = null, retryAfter = null }: Details = {}) {
    super(message);
    this.name = "RecordsError";
    this.status = status;
    this.body = body;
    this.errors = body?.errors ?? [];
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
  const body = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new RecordsError(response.status, body?.message ?? `The server answered ${response.status}`, {
    body,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

/** Returns what a failed `fetch` means: no answer, unless it failed for a reason that is known already. */
export const noAnswer = (error: unknown): RecordsError =>
  error instanceof RecordsError ? error : new RecordsError(0, "No answer from the server");
