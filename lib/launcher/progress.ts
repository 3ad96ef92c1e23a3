const STILL_AT_IT_MS = 10_000;

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Does one step of a start and says so: what, that it goes on every ten seconds, and how long it took. */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const since = Date.now();
  process.stdout.write(`${what} …\n`);
  const reminder = setInterval(() => process.stdout.write(`  … ${seconds(since)}\n`), STILL_AT_IT_MS);
  try {
    const result = await work();
    process.stdout.write(`  done in ${seconds(since)}\n`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
