import { logger } from "#lib/kernel/logger";

/**
 * Runs a task now and every `everyMs` milliseconds, never concurrently with itself. A failure is logged with the
 * message `failed` and left to the next run. `stop` aborts the signal and waits for the current run.
 */
export function repeatedly(
  everyMs: number,
  failed: string,
  task: (stopping: AbortSignal) => Promise<unknown>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let underWay: Promise<unknown> | null = null;
  const begin = () => {
    underWay ??= task(stopping.signal)
      .catch(({ name, code }: NodeJS.ErrnoException) => logger.warn({ error_name: name, code }, failed))
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(begin, everyMs);
  begin();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
