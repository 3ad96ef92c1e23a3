import type { Tenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";

/** A row with an id that no other row ever gets, of a table whose rows stay for days. */
export interface WrittenRow {
  table: string;
  id: string;
}

/** A row of a durable commit that the database acknowledged to this process. */
export interface CommittedRow extends WrittenRow {
  tenant: Tenant;
}

interface LastCommits {
  /** Of the present server. */
  present: CommittedRow | null;
  /** Of the server that the present one replaced. */
  replaced: CommittedRow | null;
}

const commits = () => singleton("last-commits", (): LastCommits => ({ present: null, replaced: null }));

/**
 * Notes a row of the last acknowledged commit. PostgreSQL's log is one sequence, so a server that has this row has every
 * commit that was acknowledged before.
 */
export function noteCommit(row: CommittedRow): void {
  commits().present = row;
}

/** Keeps the row that was noted last: later commits are acknowledged by another server. */
export function noteFailover(): void {
  const known = commits();
  known.replaced = known.present ?? known.replaced;
  known.present = null;
}

/** Returns the row that the present server acknowledged last; null if there is none. */
export const lastCommit = (): CommittedRow | null => commits().present;

/** Returns the row that the server before acknowledged last, which the present one must have; null if there is none. */
export const lastCommitBefore = (): CommittedRow | null => commits().replaced;

/** Forgets a row that was looked for, or that a later commit stands for. */
export function forgetCommit(row: CommittedRow | null, of: keyof LastCommits): void {
  if (commits()[of] === row) commits()[of] = null;
}
