import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useAccountId } from "./account.ts";

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

const ASIDE = { new: parseAsString, job: parseAsInteger };

/**
 * What lies open beside the page, kept in its address: `?new=<operation id>` for a form, `?job=<job id>` for a
 * job's panel. A link shows a colleague the same; Back closes it.
 */
export function useAside() {
  const accountId = useAccountId();
  const [aside, setAside] = useQueryStates(ASIDE, { history: "push", shallow: true, scroll: false });
  return {
    operationId: aside.new,
    jobId: aside.job,
    /** Opens an operation's form, filled with what the record that it changes holds now, and over it what is known. */
    openForm: (operationId: string, prefill?: Prefill, standing?: Prefill) => {
      prepareOpening(accountId, operationId, prefill, standing);
      void setAside({ new: operationId, job: null });
    },
    /** Opens a job's panel. `replace`: instead of the form that it came from. */
    openJob: (jobId: number, options: { replace?: boolean } = {}) =>
      void setAside({ new: null, job: jobId }, { history: options.replace ? "replace" : "push" }),
    close: () => void setAside({ new: null, job: null }),
  };
}
