/** Why an EMR is called, in the order in which calls go ahead when they are short. */
export const CALL_PURPOSES = ["write", "read", "sync"] as const;

export type CallPurpose = (typeof CALL_PURPOSES)[number];

/**
 * Longest time for which an EMR is not called because it asked for a pause. One that means a longer pause refuses a single
 * call each time; one that named a wrong time does not close its account.
 */
export const MAX_PAUSE_MS = 60 * 60_000;

/** A limit that an EMR's answer named or showed. */
export interface FoundLimit {
  /** Calls that the EMR allows per window; null if the answer did not say. */
  calls: number | null;
  /** Length of the window in milliseconds; null if the answer did not say. */
  windowMs: number | null;
  /** Milliseconds until the EMR takes calls again, at most MAX_PAUSE_MS; null if it still does. */
  pauseMs: number | null;
  /** Where the answer said it, such as a header's name. */
  from: string;
}

/** The calls that an account may make to its EMR. A connector asks before each call, and reports what it learns. */
export interface EmrCalls {
  /** Takes one call. Throws an EmrError with `limited` and the time until the next one if none is left. */
  take(): Promise<void>;
  /** Takes note of a limit, for all processes. */
  learn(found: FoundLimit): Promise<void>;
  /** Takes note that a call contradicted a finding of the last probe, by its name: the account is probed again soon. */
  contradict(finding: string): Promise<void>;
  /**
   * Records that the EMR refused the account's credentials in a read or a write (`required`), or accepted them again (`taken`).
   * Absent for calls without an account.
   */
  login?(shown: "required" | "taken", call: "read" | "write"): Promise<void>;
  /**
   * Makes a call once fewer calls of the account are under way than its connection allows. Throws an EmrError if the
   * signal ends or no turn comes.
   */
  withPermit<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}
