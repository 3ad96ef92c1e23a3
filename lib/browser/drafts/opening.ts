/** Values that a form opens with, by field. They stay in memory: an address must not name a patient. */
export type Prefill = Record<string, unknown>;

/** How a form opens. */
export interface Opening {
  values: Prefill;
  /** What the record that the form changes holds now: only what differs from it is sent. */
  standing: Prefill;
}

const openings = new Map<string, Opening>();

const openingKey = (accountId: string, operationId: string) => `${accountId} ${operationId}`;

/** Says how the next form of an operation opens; where nothing is filled in, nothing is said. */
export function prepareOpening(accountId: string, operationId: string, prefill: Prefill = {}, standing: Prefill = {}) {
  const values = { ...standing, ...prefill };
  if (Object.keys(values).length > 0) openings.set(openingKey(accountId, operationId), { values, standing });
}

/** How the next form of an operation opens, where that was said. */
export const findOpening = (accountId: string, operationId: string): Opening | null =>
  openings.get(openingKey(accountId, operationId)) ?? null;

/** Called once that form stands: the one after it opens by itself. */
export const dropOpening = (accountId: string, operationId: string): void => {
  openings.delete(openingKey(accountId, operationId));
};
