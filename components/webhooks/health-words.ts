const HOUR_MS = 3_600_000;

/**
 * Formats the share of successful attempts: "100 %", "99.5 %", "–" without attempts. Rounds down, so that 100 % means
 * all.
 */
export function successWords({ attempts, succeeded }: { attempts: number; succeeded: number }): string {
  if (attempts === 0) return "–";
  return `${Math.floor((succeeded / attempts) * 1000) / 10} %`;
}

/** "1 delivery", "1,200 deliveries" */
export const deliveriesWords = (count: number): string =>
  count === 1 ? "1 delivery" : `${count.toLocaleString("en-US")} deliveries`;

/** Formats the time until a moment in whole hours, or minutes below an hour: "23 h", "40 min". */
export function leftWords(until: string, now: number): string {
  const left = Math.max(0, Date.parse(until) - now);
  return left >= HOUR_MS ? `${Math.floor(left / HOUR_MS)} h` : `${Math.ceil(left / 60_000)} min`;
}
