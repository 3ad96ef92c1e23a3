import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { type Prefill, prepareOpening } from "#lib/browser/drafts/opening";
import { useAccountId } from "#lib/browser/session/account";

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
