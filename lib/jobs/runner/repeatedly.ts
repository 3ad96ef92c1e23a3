import { logger } from "#lib/kernel/logger";

/**
 * Does something now and every `everyMs` from then on, never twice at once; what fails is logged in the words of `failed`
 * and left to the next time. `stop` aborts the signal and waits for what is under way.
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
