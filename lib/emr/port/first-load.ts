import type { SyncKind } from "./sync.ts";

/** How far a load is. */
export interface LoadProgress {
  /** The state to go on from, also for another process. */
  state: string;
  /** Milliseconds until the EMR is to be asked again; null once kinds can be read, from the load or without it. */
  waitMs: number | null;
  /** What the EMR says of its progress, or why kinds are read without the load, as a sentence; null for nothing. */
  note: string | null;
  /** True if the load was given up. */
  isFailed?: boolean;
}

/** A load of many kinds at once that an EMR prepares for a while: the first reading of these kinds comes from it. */
export interface FirstLoad {
  readonly kinds: ReadonlySet<SyncKind>;
  /** Those of the kinds that the EMR shows by loads alone: each of their readings comes from a new one. */
  readonly always: ReadonlySet<SyncKind>;
  /**
   * Begins the load, or with a state asks how far it is. A load that fails or does not end is given up: its kinds are read
   * without it, but for those that have no other way. `since` holds the watermark of each kind that waits for the load, null for one of
   * which all records are needed: if none is, the load may be of what changed alone. Throws an EmrError if the EMR does not answer.
   */
  prepare(
    state: string | null,
    asked: { since: readonly (string | null)[] },
    signal: AbortSignal,
  ): Promise<LoadProgress>;
  /** Tells the EMR that the load is no longer needed. Never throws. */
  end(state: string, signal: AbortSignal): Promise<void>;
  /** Ends what is being read; the connection may read on all the same. */
  close(): void;
}
