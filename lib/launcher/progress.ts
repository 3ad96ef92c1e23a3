const STILL_AT_IT_MS = 10_000;

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a step of a start and reports it: its beginning, a note every ten seconds, and its duration. Steps may run in
 * parallel.
 */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const since = Date.now();
  process.stdout.write(`${what} …\n`);
  const reminder = setInterval(() => process.stdout.write(`  ${what}: ${seconds(since)} …\n`), STILL_AT_IT_MS);
  try {
    const result = await work();
    process.stdout.write(`  ${what}: done in ${seconds(since)}\n`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
