import type { LoggedEvent } from "./logged-event.ts";

/** An event as it arrived: the bytes of its body, which its signature covers, and its headers. */
export interface ArrivedEvent {
  bytes: Uint8Array;
  headers: Headers;
}

/** What a notification says has changed, of which nothing is believed: the EMR is read. */
export interface ChangeNotice {
  /** By which its repetitions are recognized. */
  id: string;
  /** The record, by its type and id at the EMR; null: any may have changed. */
  record: { type: string; id: string } | null;
  /** Id of the notice that came before it, if the EMR numbers them: something was lost if that one is not known. */
  after: string | null;
  /** True if it names the number of events alone: nothing has changed unless something was lost. */
  isBeat: boolean;
}

/** The webhook of an EMR's client, to which the EMR sends the events of all accounts of that client. */
export interface EventWebhook {
  /** Makes a secret; left out if the EMR makes it. It is kept before an address is registered, as events may come at once. */
  newSecret?(): string;
  /** Milliseconds between two looks at a registration that is well; left out for an hour. */
  lookEveryMs?: number;
  /** True if an event may come without a body. */
  takesEmpty?: true;
  /**
   * Registers an address, with the secret that was made here, once: one that an earlier try has left, whose answer was lost, goes if
   * the EMR can be asked for it. Returns its id at the EMR, and the secret, null if the EMR does not show it now. Throws EmrErrors.
   */
  register(url: string, signal: AbortSignal, secret?: string): Promise<{ id: string; secret: string | null }>;
  /** Returns the address of a registration; null if the EMR has no such one. Throws EmrErrors. */
  read(id: string, signal: AbortSignal): Promise<string | null>;
  /** Removes a registration, also one that the EMR no longer has. Throws EmrErrors. */
  remove(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Removes all registrations of an address, which tries may have left whose ids are not known here; left out if the EMR cannot be
   * asked for them. Throws EmrErrors.
   */
  removeAt?(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Has the EMR sign with a new secret, and returns it; null if the EMR does not show it: it may have no such request, or sign
   * with the new one all the same. Throws EmrErrors.
   */
  rotateSecret(signal: AbortSignal): Promise<string | null>;
  /** Returns whether one of the secrets has signed the event. Takes as long for each wrong signature. */
  isSigned(event: ArrivedEvent, secrets: readonly string[]): boolean;
  /** Returns the event in a body of JSON; null if it is none that is understood. */
  eventOf(body: unknown, headers: Headers): LoggedEvent | null;
  /** Returns what a notification says has changed, in place of events; its body is undefined if it has none. */
  noticesOf?(body: unknown, headers: Headers): ChangeNotice[];
}
