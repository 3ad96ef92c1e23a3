/**
 * Returns a throttled `act`: it runs at once, then at most once per interval (milliseconds) and never before its last run
 * has ended, and once more after the last call. A refresh cancels the one before it, so on a slow connection a list that
 * is refreshed at every message would never arrive.
 */
export function atMostEvery(interval: number, act: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async () => {
    isBusy = true;
    isAsked = false;
    await Promise.allSettled([act(), new Promise((resolve) => setTimeout(resolve, interval))]);
    isBusy = false;
    if (isAsked) void run();
  };
  return () => {
    if (isBusy) isAsked = true;
    else void run();
  };
}
