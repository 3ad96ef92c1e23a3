import { logger } from "#lib/kernel/logger";

/**
 * Runs a task now and every `everyMs` milliseconds, never concurrently with itself. A failure is logged with the
 * message `failed` and left to the next run. `again` runs it once more as soon as the current run has ended. `stop` aborts
 * the signal and waits for the current run.
 */
export function repeatedly(
  everyMs: number,
  failed: string,
  task: (stopping: AbortSignal) => Promise<unknown>,
): { again(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let underWay: Promise<unknown> | null = null;
  let isAsked = false;
  const begin = () => {
    underWay ??= task(stopping.signal)
      .catch(({ name, code }: NodeJS.ErrnoException) => logger.warn({ error_name: name, code }, failed))
      .finally(() => {
        underWay = null;
        if (isAsked && !stopping.signal.aborted) again();
      });
  };
  const again = () => {
    isAsked = underWay !== null;
    begin();
  };
  const timer = setInterval(begin, everyMs);
  begin();
  return {
    again,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
