import { newId } from "#lib/core/id";

/** The same text for the same body, whatever the order in which its fields were filled in. */
const fingerprint = (body: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * One Idempotency-Key per filled form (decisions §6): sending the same values again, by a double click or after
 * a lost connection, uses the same key and so posts once; a changed value asks for something new.
 */
export class SubmissionKey {
  #key: string | null = null;
  #body = "";

  /** The key under which this body is sent. */
  forBody(body: Record<string, unknown>): string {
    const given = fingerprint(body);
    if (this.#key === null || given !== this.#body) {
      this.#key = newId();
      this.#body = given;
    }
    return this.#key;
  }

  /** Called once the form was accepted: the next one is a new form, even with the same values. */
  renew(): void {
    this.#key = null;
  }
}
