import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useAccountId } from "./account.ts";

/** Values that a form opens with, by field. They stay in memory: an address must not name a patient. */
export type Prefill = Record<string, unknown>;

const prefills = new Map<string, Prefill>();

const prefillKey = (accountId: string, operationId: string) => `${accountId} ${operationId}`;

/** What the next form of an operation opens with; once taken it is gone. */
export function takePrefill(accountId: string, operationId: string): Prefill | null {
  const key = prefillKey(accountId, operationId);
  const prefill = prefills.get(key) ?? null;
  prefills.delete(key);
  return prefill;
}

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
    /** Opens an operation's form, filled with what is known. */
    openForm: (operationId: string, prefill?: Prefill) => {
      if (prefill) prefills.set(prefillKey(accountId, operationId), prefill);
      void setAside({ new: operationId, job: null });
    },
    /** Opens a job's panel. `replace`: instead of the form that it came from. */
    openJob: (jobId: number, options: { replace?: boolean } = {}) =>
      void setAside({ new: null, job: jobId }, { history: options.replace ? "replace" : "push" }),
    close: () => void setAside({ new: null, job: null }),
  };
}
