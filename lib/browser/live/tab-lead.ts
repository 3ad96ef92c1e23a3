/** The part of the browser's lock API that electing a leader needs. */
export interface TabLocks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    callback: () => Promise<void>,
  ): Promise<unknown>;
}

interface LeadOptions {
  locks: TabLocks;
  /** The lock's name: tabs with the same name have one leader. */
  name: string;
  /** Leads until `leadership` is aborted, which it may also do itself to step down. */
  lead: (leadership: AbortController) => Promise<void>;
  /** Ends the candidacy for good. */
  signal: AbortSignal;
}

/**
 * Elects one of several tabs as the leader: the one that holds the browser's lock. This tab waits for the lock, and
 * again after it has lost the lead. Returns the function that takes the lead from the current leader, since a hung tab
 * never releases the lock.
 */
export function contendForLead({ locks, name, lead, signal }: LeadOptions): () => void {
  /** Waits for the lock and leads. Returns whether this tab became the leader. */
  const hold = async (options: { signal?: AbortSignal; steal?: boolean }): Promise<boolean> => {
    const leadership = new AbortController();
    let hasLed = false;
    const begin = async () => {
      hasLed = true;
      if (!signal.aborted) await lead(leadership);
    };
    // The request is rejected if the candidacy ends before it leads, or if another tab steals the lock.
    await locks.request(name, options, begin).catch(() => undefined);
    leadership.abort();
    return hasLed;
  };
  const queue = async () => {
    while (!signal.aborted && (await hold({ signal })));
  };
  void queue();
  return () => void hold({ steal: true });
}
