/** A form's initial values by field. They stay in memory, because a URL must not name a patient. */
export type Prefill = Record<string, unknown>;

/** The initial state of a form. */
export interface Opening {
  values: Prefill;
  /** The current values of the edited record: only fields that differ from them are sent. */
  standing: Prefill;
}

const openings = new Map<string, Opening>();

const openingKey = (accountId: string, operationId: string) => `${accountId} ${operationId}`;

/** Sets the initial state of an operation's next form; without any values it stores nothing. */
export function prepareOpening(accountId: string, operationId: string, prefill: Prefill = {}, standing: Prefill = {}) {
  const values = { ...standing, ...prefill };
  if (Object.keys(values).length > 0) openings.set(openingKey(accountId, operationId), { values, standing });
}

/** Returns the initial state of an operation's next form, or null if none was set. */
export const findOpening = (accountId: string, operationId: string): Opening | null =>
  openings.get(openingKey(accountId, operationId)) ?? null;

/** Deletes the initial state once the form is open, so that the next form opens without it. */
export const dropOpening = (accountId: string, operationId: string): void => {
  openings.delete(openingKey(accountId, operationId));
};
