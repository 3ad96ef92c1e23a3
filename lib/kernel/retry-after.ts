const SECOND_MS = 1_000;

/** An HTTP date begins with a weekday; some servers send ISO 8601. Without this, `Date.parse` takes `-5` for a month. */
const DATE = /^(?:[A-Z][a-z]{2}|\d{4}-\d{2}-\d{2})/;

/**
 * Returns the milliseconds that a `Retry-After` asks for, in seconds or as a date, at most `mostMs`: a server may ask for a
 * year by mistake, and nobody waits that long. Null without a valid header.
 */
export function retryAfterMs(
  header: string | null | undefined,
  { mostMs, now = new Date() }: { mostMs: number; now?: Date },
): number | null {
  const given = header?.trim() ?? "";
  const isDate = DATE.test(given) && !Number.isNaN(Date.parse(given));
  if (!isDate && !/^\d+$/.test(given)) return null;
  const asked = isDate ? Date.parse(given) - now.getTime() : Number(given) * SECOND_MS;
  return Math.min(Math.max(asked, 0), mostMs);
}
