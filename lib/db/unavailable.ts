import { brand } from "#lib/kernel/brand";
import { noteFailure } from "./full-disk.ts";

/** State of a transaction's writes: `unknown` if a COMMIT was sent and got no response. */
export type Saved = "nothing" | "unknown";

/**
 * A transient failure of the database: it is away, does not respond or has no capacity, or a deadline has passed. A
 * request gets 503 (decisions §4), and a job's queue entry is retried.
 */
export class DatabaseUnavailable extends Error {
  static {
    brand(DatabaseUnavailable, "DatabaseUnavailable");
  }

  readonly saved: Saved;
  /** PostgreSQL's SQLSTATE or the connection's error code; undefined if there is none. */
  readonly code: string | undefined;

  constructor(saved: Saved, cause: unknown) {
    super("The database is not available", { cause });
    this.name = "DatabaseUnavailable";
    this.saved = saved;
    this.code = codeOf(cause);
    noteFailure(this.code);
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : codeOf(error.cause);
}

/** Returns the error that PostgreSQL itself sent: this one, or one among its causes. */
function answerIn(error: unknown): { code: string; severity: string; routine?: string } | null {
  if (!(error instanceof Error)) return null;
  const { code, severity, routine } = error as { code?: unknown; severity?: unknown; routine?: string };
  if (typeof code === "string" && typeof severity === "string") return { code, severity, ...(routine && { routine }) };
  return answerIn(error.cause);
}

/** True if PostgreSQL refused a statement, and thereby the whole transaction. */
export const wasAnswered = (error: unknown): boolean => answerIn(error) !== null;

/** True if PostgreSQL refused a statement only because an earlier one of its transaction had failed. */
export const isConsequence = (error: unknown): boolean => answerIn(error)?.code === "25P02";

/**
 * True if a named statement's plan is gone (26000), or a change of its table has made it invalid (0A000, which has other
 * meanings, too): the connection cannot use the name again, and the statement passes on another one.
 */
export function isBrokenPlan(error: unknown): boolean {
  const answer = answerIn(error);
  return answer?.code === "26000" || (answer?.code === "0A000" && answer.routine === "RevalidateCachedQuery");
}

/**
 * True if the connection remains usable after this error. After the driver's own refusal of a statement it is not: the
 * server may not have what the driver believes, or the other way round.
 */
export const keepsConnection = (error: unknown): boolean =>
  answerIn(error)?.severity === "ERROR" && !isBrokenPlan(error);

/**
 * SQLSTATEs of transient failures: statement and lock timeouts, deadlocks, serialization failures, exhausted resources,
 * a server that is stopping or starting, and one that takes no writes because another was promoted.
 */
const PASSING = /^(57014|55P03|25P0[34]|25006|40P01|40001|53...|57P0[1-5]|08...)$/;

/** True if PostgreSQL refused for a transient reason. */
export const isPassing = (error: unknown): boolean => PASSING.test(answerIn(error)?.code ?? "") || isBrokenPlan(error);

/** Messages of driver errors that have no code. */
const DISCONNECTED = /connection terminated|not queryable|timeout|pool after calling end/i;

/** Returns the driver's error below that of the query builder. */
export function driverError(error: unknown): Error & { code?: string; constraint?: string } {
  if (!(error instanceof Error)) return new Error("Unknown");
  return error.cause instanceof Error ? driverError(error.cause) : error;
}

/** A constraint's name in PostgreSQL's message. Citus passes on that of a node alone, and there the name ends with the shard's number. */
const NAMED = /constraint "(.+?)(?:_\d{6,})?"/;

/** Returns the name of the constraint or unique index that a statement breaks, as migrations name it; undefined if it breaks none. */
export function brokenConstraint(error: unknown): string | undefined {
  const { code, constraint, message } = driverError(error);
  return constraint ?? (code?.startsWith("23") ? NAMED.exec(message)?.[1] : undefined);
}

/** True if PostgreSQL was away or too busy, in a transaction or after it; false if it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isPassing(error)) return true;
  if (wasAnswered(error)) return false;
  const { code, message } = driverError(error);
  return code !== undefined || DISCONNECTED.test(message);
}
