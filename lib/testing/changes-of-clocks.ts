import { offsetOf } from "#lib/kernel/zone-offset";

const FIRST = Date.parse("2020-01-01T00:00:00Z");
const LAST = Date.parse("2030-12-31T00:00:00Z");
/** No zone changes its clocks twice within this time and returns. */
const STEP = 14 * 86_400_000;

function changesOf(timeZone: string): number[] {
  const found: number[] = [];
  for (let at = FIRST; at < LAST; at += STEP) {
    const offset = offsetOf(timeZone, at);
    if (offsetOf(timeZone, at + STEP) === offset) continue;
    let [before, after] = [at, at + STEP];
    while (after - before > 1_000) {
      const middle = before + Math.floor((after - before) / 2_000) * 1_000;
      if (offsetOf(timeZone, middle) === offset) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

/** Returns every change of the clocks of every IANA time zone in the years 2020 to 2030: the first moment after it. */
export const changesOfClocks = (): { timeZone: string; at: number }[] =>
  Intl.supportedValuesOf("timeZone").flatMap((timeZone) => changesOf(timeZone).map((at) => ({ timeZone, at })));
