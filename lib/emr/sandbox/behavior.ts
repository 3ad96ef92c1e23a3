import type { PoolClient } from "pg";
import { named } from "#lib/db/named";
import type { SyncKind } from "#lib/emr/port/port";
import { oncePerTurn } from "#lib/kernel/once-per-turn";
import { drift } from "./drift.ts";
import { sandboxPool, sandboxTransaction } from "./pool.ts";

/** How the EMR refuses a call over its limit: 429 with a header, 429 with a text alone, or 403 with a text. */
export type LimitAnswer = "header" | "body" | "forbidden";

/** A list of records that an answer can falsify. */
export type ListKind = Exclude<SyncKind, "settings">;

/** The behaviour of a simulated practice (decisions §5, sandbox). */
export interface Behavior {
  latency_ms: number;
  /** Time that a page of a list takes besides the latency. */
  slow_page_ms: number;
  /** Number of records on a page of a list. */
  page_records: number;
  /** Share of calls that fail for a passing reason, 0 to 1. */
  fault_rate: number;
  outage: boolean;
  /** Seconds after an outage in which every list is empty. */
  empty_after_outage_s: number;
  /** Number of calls in each window of the limit; null for any number. */
  rate_limit_per_minute: number | null;
  /** Length of that window: a minute, unless a shorter or longer one is simulated. */
  rate_limit_window_s: number;
  limit_answer: LimitAnswer;
  /** Number of calls that an access token allows; null for any number. */
  token_calls: number | null;
  /** Share of writes that are done and never answered, 0 to 1. */
  cut_after_commit_rate: number;
  /** Share of writes that are done and answered with an error, 0 to 1. */
  error_after_commit_rate: number;
  /** The list of which half is missing. */
  short_kind: ListKind | null;
  /** The list with one record that is not whole. */
  broken_kind: ListKind | null;
  broken_as: "unreadable" | "incomplete";
  /** Share of the records that changed when it was set, 0 to 1. */
  drift_rate: number;
  user_active: boolean;
}

/** The parts of the behaviour to change. */
export type BehaviorChange = { [Part in keyof Behavior]?: Behavior[Part] | undefined };

const COLUMNS = [
  "latency_ms",
  "slow_page_ms",
  "page_records",
  "fault_rate",
  "outage",
  "empty_after_outage_s",
  "rate_limit_per_minute",
  "rate_limit_window_s",
  "limit_answer",
  "token_calls",
  "cut_after_commit_rate",
  "error_after_commit_rate",
  "short_kind",
  "broken_kind",
  "broken_as",
  "drift_rate",
  "user_active",
] as const satisfies (keyof Behavior)[];

/** Returns the behaviour of a practice, or null for an unknown one. */
export async function readBehavior(practiceId: string, client?: PoolClient, lock = ""): Promise<Behavior | null> {
  const { rows } = await (client ?? sandboxPool()).query<Behavior>(
    `SELECT ${COLUMNS.join(", ")} FROM sandbox.behavior WHERE practice_id = $1 ${lock}`,
    [practiceId],
  );
  return rows[0] ?? null;
}

/** The behaviour at the moment of a call. */
export interface PresentBehavior extends Behavior {
  /** True for a while after an outage. */
  empty: boolean;
}

const PRESENT = `
  SELECT ${COLUMNS.join(", ")},
         coalesce(now() < outage_ended_at + empty_after_outage_s * interval '1 second', false) AS empty
  FROM sandbox.behavior WHERE practice_id = $1`;

/** Returns the behaviour of a practice at this moment, or null for an unknown one. */
export const readPresentBehavior = oncePerTurn(async (practiceId): Promise<PresentBehavior | null> => {
  const { rows } = await sandboxPool().query<PresentBehavior>(named(PRESENT, [practiceId]));
  return rows[0] ?? null;
});

/**
 * Changes parts of a practice's behaviour and returns all of it; a `drift_rate` changes that share of its records at
 * once. Returns null for an unknown practice. `judge` gets the locked behaviour before the change, and may throw.
 */
export function changeBehavior(
  practiceId: string,
  change: BehaviorChange,
  judge?: (present: Behavior | null) => void,
): Promise<Behavior | null> {
  return sandboxTransaction(async (client) => {
    if (judge) judge(await readBehavior(practiceId, client, "FOR UPDATE"));
    const given = COLUMNS.filter((column) => change[column] !== undefined);
    if (given.length > 0) {
      const assignments = given.map((column, index) => `${column} = $${index + 2}`);
      if (change.outage === false) {
        assignments.push("outage_ended_at = CASE WHEN outage THEN now() ELSE outage_ended_at END");
      }
      await client.query(`UPDATE sandbox.behavior SET ${assignments.join(", ")} WHERE practice_id = $1`, [
        practiceId,
        ...given.map((column) => change[column]),
      ]);
    }
    if (change.drift_rate) await drift(client, practiceId, change.drift_rate);
    return readBehavior(practiceId, client);
  });
}
