import type { Waiting } from "./waiting.ts";

/** Pauses between two readings of the log: while an operation waits that was sent lately, that waits for long, and else. */
const BRISK_MS = 15_000;
const CALM_MS = 60_000;
const LATELY_MS = 5 * 60_000;

/** The pause while events arrive: the log then shows those alone that were lost. */
const RARE_MS = 15 * 60_000;
/** Time after the sending of an operation in which its event is left to arrive: what is done in the EMR takes up to 90 s. */
const ARRIVES_MS = 2 * 60_000;

type Sent = Pick<Waiting, "sentAt">;

/** Returns when the log is read for operations whose events have not arrived; null if none waits. */
function dueFor(waiting: readonly Sent[]): number | null {
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ sentAt }) => sentAt.getTime())) + ARRIVES_MS;
}

/** When the events are looked after next, and until when the log is not read for changes alone. */
export interface Pace {
  nextAt: Date;
  /** Null: the log is read at `nextAt`. */
  logAt: Date | null;
}

/**
 * Returns the pace after the log was read. `arrive`: the EMR's events arrive by themselves, so that the log is read rarely, and
 * at its usual pace only while an operation waits longer than its event takes.
 */
export function paceAfter(waiting: readonly Sent[], arrive: boolean, now: number): Pace {
  const due = dueFor(waiting);
  if (arrive && (due === null || due > now)) {
    const logAt = now + RARE_MS;
    return { nextAt: new Date(Math.min(logAt, due ?? logAt)), logAt: new Date(logAt) };
  }
  const isBrisk = waiting.some(({ sentAt }) => now - sentAt.getTime() < LATELY_MS);
  return { nextAt: new Date(now + (isBrisk ? BRISK_MS : CALM_MS)), logAt: null };
}

/** Returns the pace if the log need not be read yet; null if it is due. */
export function paceUntil(
  { logAt }: Pick<Pace, "logAt">,
  waiting: readonly Sent[],
  arrive: boolean,
  now: number,
): Pace | null {
  if (logAt === null || !arrive) return null;
  const due = Math.min(logAt.getTime(), dueFor(waiting) ?? logAt.getTime());
  return due <= now ? null : { nextAt: new Date(due), logAt };
}
