/** Time after the sending of an operation in which its event is left to arrive. */
export const ARRIVES_MS = 60_000;

const HOUR_MS = 3_600_000;

/** Minutes after the sending at which the EMR is asked for its job; from the last one on, every hour. */
const MINUTES = [1, 2, 4, 8, 16, 32, 60];

const AT_MS = MINUTES.map((minutes) => minutes * ARRIVES_MS);

/** Returns how often the EMR was to be asked for a job that was sent so long ago, in milliseconds. */
function timesWithin(ms: number): number {
  const early = AT_MS.filter((at) => at <= ms).length;
  return early < AT_MS.length ? early : early + Math.floor((ms - HOUR_MS) / HOUR_MS);
}

/** Returns whether the EMR is to be asked for a job now, if it was asked last at `last`. */
export const isAskedFor = (sentAt: Date, { last, now }: { last: Date; now: Date }): boolean =>
  timesWithin(now.getTime() - sentAt.getTime()) > timesWithin(last.getTime() - sentAt.getTime());

/** Returns when the EMR is to be asked for a job next. */
export function nextAsking(sentAt: Date, now: Date): Date {
  const ms = now.getTime() - sentAt.getTime();
  const next = AT_MS.find((at) => at > ms) ?? HOUR_MS * (Math.floor(ms / HOUR_MS) + 1);
  return new Date(sentAt.getTime() + next);
}
