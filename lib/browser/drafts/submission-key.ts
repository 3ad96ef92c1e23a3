import { newId } from "#lib/kernel/id";

/** The same text for the same body, whatever the order in which its fields were filled in. */
const fingerprint = (body: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The last key, and what was sent under it. */
interface SentUnder {
  key: string;
  body: string;
}

/**
 * One Idempotency-Key per filled form (decisions §6): sending the same values again, by a double click or after
 * a lost connection, uses the same key and so posts once; a changed value asks for something new.
 */
export class SubmissionKey {
  #sent: SentUnder | null;

  constructor(sent: SentUnder | null = null) {
    this.#sent = sent;
  }

  /** The key under which this body is sent. */
  forBody(body: Record<string, unknown>): string {
    const given = fingerprint(body);
    if (this.#sent?.body !== given) this.#sent = { key: newId(), body: given };
    return this.#sent.key;
  }

  /** What makes the same key again, after a reload. */
  get state(): SentUnder | null {
    return this.#sent;
  }
}
