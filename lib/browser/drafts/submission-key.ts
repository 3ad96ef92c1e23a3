import { newId } from "#lib/kernel/id";

/** Returns the same text for the same body, in whatever order its fields were filled in. */
const fingerprint = (body: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The last key and the body that was sent under it. */
interface SentUnder {
  key: string;
  body: string;
}

/**
 * Holds one Idempotency-Key per filled form (decisions §6): sending the same values again, by a double click or after a
 * lost connection, uses the same key and so posts once. Changed values get a new key.
 */
export class SubmissionKey {
  #sent: SentUnder | null;

  constructor(sent: SentUnder | null = null) {
    this.#sent = sent;
  }

  /** Checks whether this body was the last that was sent: sending it again repeats that request. */
  isOf(body: Record<string, unknown>): boolean {
    return this.#sent?.body === fingerprint(body);
  }

  /** Returns the key for sending this body. */
  forBody(body: Record<string, unknown>): string {
    const given = fingerprint(body);
    if (this.#sent?.body !== given) this.#sent = { key: newId(), body: given };
    return this.#sent.key;
  }

  /** Returns the state from which the same key can be restored after a reload. */
  get state(): SentUnder | null {
    return this.#sent;
  }
}
