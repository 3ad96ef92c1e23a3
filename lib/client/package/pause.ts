const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/** Returns the pause before a retry in milliseconds, which grows and is jittered; `retries` is their number so far. */
export const pauseBefore = (retries: number, retryAfter: number | null): number =>
  retryAfter === null ? Math.min(LONGEST_MS, FIRST_MS * 2 ** retries) * (0.5 + Math.random() / 2) : retryAfter * 1_000;

/** Waits; rejects with the signal's reason when it is aborted. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
