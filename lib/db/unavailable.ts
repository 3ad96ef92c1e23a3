/** What is known of what a transaction was to save: `unknown` where COMMIT has left and its answer did not come. */
export type Saved = "nothing" | "unknown";

/**
 * The database did not do what it was asked for a reason that passes: it is away or does not answer, has no room, or
 * a deadline has passed. A request answers 503 to it (decisions §4), and a job's entry comes back.
 */
export class DatabaseUnavailable extends Error {
  readonly saved: Saved;
  /** PostgreSQL's SQLSTATE, or the connection's code, where there is one. */
  readonly code: string | undefined;

  constructor(saved: Saved, cause: unknown) {
    super("The database is not available", { cause });
    this.name = "DatabaseUnavailable";
    this.saved = saved;
    this.code = codeOf(cause);
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : codeOf(error.cause);
}

/** What PostgreSQL itself said: the error, or that behind a failed query's own. */
function answerIn(error: unknown): { code: string; severity: string } | null {
  if (!(error instanceof Error)) return null;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code === "string" && typeof severity === "string") return { code, severity };
  return answerIn(error.cause);
}

/** True where PostgreSQL refused a statement, and with it all of its transaction. */
export const wasAnswered = (error: unknown): boolean => answerIn(error) !== null;

/** True where a statement's failure leaves a connection that can be used again. */
export const keepsConnection = (error: unknown): boolean => answerIn(error)?.severity === "ERROR";

/**
 * A statement that took too long or waited too long for a lock; a deadlock, and what could not be serialized; a server
 * without room, and one that is about to stop or start.
 */
const PASSING = /^(57014|55P03|25P0[34]|40P01|40001|53...|57P0[1-5]|08...)$/;

/** True where PostgreSQL refused for a reason that passes. */
export const isPassing = (error: unknown): boolean => PASSING.test(answerIn(error)?.code ?? "");

/** The messages of the errors that the driver throws without a code. */
const DISCONNECTED = /connection terminated|not queryable|timeout|pool after calling end/i;

/** Returns the driver's error behind that of the query builder. */
export function driverError(error: unknown): Error & { code?: string; constraint?: string } {
  if (!(error instanceof Error)) return new Error("Unknown");
  return error.cause instanceof Error ? driverError(error.cause) : error;
}

/** Whether PostgreSQL was away or too busy, inside of a transaction or after it, as opposed to refusing what it was given. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isPassing(error)) return true;
  if (wasAnswered(error)) return false;
  const { code, message } = driverError(error);
  return code !== undefined || DISCONNECTED.test(message);
}
