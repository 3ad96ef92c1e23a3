/** npm passes a signal on to the shell in which it runs a command, and many shells end without passing it on. */
const LOOK_EVERY_MS = 1_000;

/**
 * Returns a signal that SIGINT or SIGTERM aborts, or the end of the parent process if npm started the command: otherwise
 * it would go on after its npx was stopped.
 */
export function stopSignal(env: Readonly<Record<string, string | undefined>>): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const parent = process.ppid;
  if (env.npm_execpath !== undefined) {
    const looking = setInterval(() => {
      if (process.ppid !== parent) stop.abort();
    }, LOOK_EVERY_MS);
    looking.unref();
  }
  return stop.signal;
}
