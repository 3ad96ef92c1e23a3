const HOUR_MS = 3_600_000;

/** The share of attempts that were taken: "100 %", "99.5 %", "–" where there were none. Never rounded up to all of them. */
export function successWords({ attempts, succeeded }: { attempts: number; succeeded: number }): string {
  if (attempts === 0) return "–";
  return `${Math.floor((succeeded / attempts) * 1000) / 10} %`;
}

/** "1 delivery", "1,200 deliveries" */
export const deliveriesWords = (count: number): string =>
  count === 1 ? "1 delivery" : `${count.toLocaleString("en-US")} deliveries`;

/** How long until a moment, in whole hours, below that in minutes: "23 h", "40 min". */
export function leftWords(until: string, now: number): string {
  const left = Math.max(0, Date.parse(until) - now);
  return left >= HOUR_MS ? `${Math.floor(left / HOUR_MS)} h` : `${Math.ceil(left / 60_000)} min`;
}
