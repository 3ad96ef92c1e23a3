import type { LoggedEvent } from "./logged-event.ts";

/** An event as it arrived: the bytes of its body, which its signature covers, and its headers. */
export interface ArrivedEvent {
  bytes: Uint8Array;
  headers: Headers;
}

/** The webhook of an EMR's client, to which the EMR sends the events of all accounts of that client. */
export interface EventWebhook {
  /** Registers an address. Returns its id at the EMR, and the secret, null if the EMR does not show it now. Throws EmrErrors. */
  register(url: string, signal: AbortSignal): Promise<{ id: string; secret: string | null }>;
  /** Returns the address of a registration; null if the EMR has no such one. Throws EmrErrors. */
  read(id: string, signal: AbortSignal): Promise<string | null>;
  /** Removes a registration, also one that the EMR no longer has. Throws EmrErrors. */
  remove(id: string, signal: AbortSignal): Promise<void>;
  /**
   * Has the EMR sign with a new secret, and returns it; null if the EMR does not show it: it may have no such request, or sign
   * with the new one all the same. Throws EmrErrors.
   */
  rotateSecret(signal: AbortSignal): Promise<string | null>;
  /** Returns whether one of the secrets has signed the event. Takes as long for each wrong signature. */
  isSigned(event: ArrivedEvent, secrets: readonly string[]): boolean;
  /** Returns the event in a body of JSON; null if it is none that is understood. */
  eventOf(body: unknown, headers: Headers): LoggedEvent | null;
}
