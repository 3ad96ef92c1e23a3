/** A form's initial values by field. They stay in memory, because a URL must not name a patient. */
export type Prefill = Record<string, unknown>;

/** A draft of an assistant, which the form sends. */
export interface OpenedDraft {
  id: string;
  /** The person and the assistant that drafted it. */
  by: string;
}

/** The initial state of a form. */
export interface Opening {
  prefill: Prefill;
  /** The edited record: only fields that differ from it are sent. */
  standing: Prefill;
  /** Set if the values are an assistant's draft. */
  drafted?: OpenedDraft;
  /** The failed job that the form's request corrects. */
  corrects?: number;
}

/** The initial state of a form that is opened without values. */
export const NO_OPENING: Opening = { prefill: {}, standing: {} };

const openings = new Map<string, Opening>();
/** How often an operation's form was asked for with values of its own: a form that is open begins anew with them. */
const rounds = new Map<string, number>();
const listeners = new Set<() => void>();

const openingKey = (accountId: string, operationId: string) => `${accountId} ${operationId}`;

/** Makes an operation's form begin with this state, also the one that is open. */
export function openWith(accountId: string, operationId: string, opening: Opening): void {
  const key = openingKey(accountId, operationId);
  openings.set(key, opening);
  rounds.set(key, roundOf(accountId, operationId) + 1);
  for (const listener of listeners) listener();
}

/** Returns how often an operation's form was asked for with values of its own. */
export const roundOf = (accountId: string, operationId: string): number =>
  rounds.get(openingKey(accountId, operationId)) ?? 0;

/** Calls a function whenever a form is asked for with values of its own. Returns the function that ends it. */
export function onOpening(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the initial state of an operation's form; for an empty one it changes nothing. */
export function prepareOpening(accountId: string, operationId: string, given: Partial<Opening> = {}) {
  const opening = { ...NO_OPENING, ...given };
  const isEmpty = Object.keys({ ...opening.standing, ...opening.prefill }).length === 0;
  if (isEmpty && opening.corrects === undefined) return;
  openWith(accountId, operationId, opening);
}

/** Returns the initial state of an operation's next form, or null if none was set. */
export const findOpening = (accountId: string, operationId: string): Opening | null =>
  openings.get(openingKey(accountId, operationId)) ?? null;

/** Deletes the initial state once the form is open, so that the next form opens without it. */
export const dropOpening = (accountId: string, operationId: string): void => {
  openings.delete(openingKey(accountId, operationId));
};
