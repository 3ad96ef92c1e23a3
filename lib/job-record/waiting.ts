import type { WaitingCode } from "#lib/kernel/waiting-codes";

/** What people read of a job that waits, by the codes that say all of it. */
const SENTENCES = {
  held: "About to be sent: it can still be taken back",
  limit_reached: "The EMR's limit of calls is reached",
  login_lost: "The EMR has lost its login: this is sent once an admin has given new credentials",
  emr_event: "Waits for the EMR's event",
  event_read: "Reads what the EMR's event announced",
  log_searched: "The EMR's answer was lost: its log of events is searched for what the request names",
} as const satisfies Partial<Record<WaitingCode, string>>;

/** The columns of a job that say why it waits. */
export interface Waiting {
  waitingReason: string | null;
  waitingCode: WaitingCode | null;
  /** The reason that `waitingCode` is of: processes of the version before change `waitingReason` alone. */
  codedReason: string | null;
}

/** The columns of a job that does not wait. */
export const NOT_WAITING = { waitingReason: null, waitingCode: null, codedReason: null } as const;

/** Returns the columns of a job that waits for a reason of its own. */
export const waitsBecause = (
  code: Exclude<WaitingCode, keyof typeof SENTENCES>,
  reason: string,
): Waiting & { waitingReason: string } => ({ waitingReason: reason, waitingCode: code, codedReason: reason });

/** Returns the columns of a job that waits for a reason that its code says. */
export const waits = (code: keyof typeof SENTENCES): Waiting & { waitingReason: string } => ({
  waitingReason: SENTENCES[code],
  waitingCode: code,
  codedReason: SENTENCES[code],
});

// Processes of the version before, which run during an upgrade and after going back, and the rows that they have left, have a
// sentence alone. These are their sentences, whatever the present ones say.

const FORMER_SENTENCES: ReadonlyMap<string, WaitingCode> = new Map([
  ["About to be sent: it can still be taken back", "held"],
  ["The EMR's limit of calls is reached", "limit_reached"],
  ["The EMR has lost its login: this is sent once an admin has given new credentials", "login_lost"],
  ["Waits for the EMR's event", "emr_event"],
  ["Reads what the EMR's event announced", "event_read"],
  ["The EMR's answer was lost: its log of events is searched for what the request names", "log_searched"],
]);

/** Sentences of which the rest is particular to the job. */
const FORMER_BEGINNINGS: readonly [string, WaitingCode][] = [
  ["The EMR's answer could not be stored here: ", "answer_not_stored"],
  ["Whether the EMR holds it is not known: ", "outcome_unknown"],
];

/** Returns the code of a sentence of the version before. */
const formerCode = (sentence: string): WaitingCode =>
  FORMER_SENTENCES.get(sentence) ??
  FORMER_BEGINNINGS.find(([beginning]) => sentence.startsWith(beginning))?.[1] ??
  "attempt_failed";

/** Returns why a job waits; null if it does not. */
export function waitingCodeOf({ waitingReason, waitingCode, codedReason }: Waiting): WaitingCode | null {
  if (waitingReason === null) return null;
  return waitingReason === codedReason && waitingCode !== null ? waitingCode : formerCode(waitingReason);
}
