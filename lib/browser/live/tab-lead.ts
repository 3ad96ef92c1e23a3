/** The browser's locks, as far as a lead needs them. */
export interface TabLocks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    callback: () => Promise<void>,
  ): Promise<unknown>;
}

interface LeadOptions {
  locks: TabLocks;
  /** Of the tabs that have one leader. */
  name: string;
  /** Leads until `turn` is aborted, which it may do itself to step down. */
  lead: (turn: AbortController) => Promise<void>;
  /** Ends it for good. */
  signal: AbortSignal;
}

/**
 * One of several tabs leads: the one that holds the browser's lock. This one waits for its turn, and again after it has
 * lost the lead. Gives the function that takes the lead from whoever holds it, as a tab that hangs never lets go.
 */
export function contendForLead({ locks, name, lead, signal }: LeadOptions): () => void {
  /** Whether it came to lead. */
  const hold = async (options: { signal?: AbortSignal; steal?: boolean }): Promise<boolean> => {
    const turn = new AbortController();
    let hasLed = false;
    const begin = async () => {
      hasLed = true;
      if (!signal.aborted) await lead(turn);
    };
    // Refused where it ended before its turn came, or when another tab took the lock away.
    await locks.request(name, options, begin).catch(() => undefined);
    turn.abort();
    return hasLed;
  };
  const queue = async () => {
    while (!signal.aborted && (await hold({ signal })));
  };
  void queue();
  return () => void hold({ steal: true });
}
