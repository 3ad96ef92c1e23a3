import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useCallback } from "react";
import { type Prefill, prepareOpening } from "#lib/browser/drafts/opening";
import { forgetLeft } from "#lib/browser/drafts/return-to";
import { useAccountId } from "#lib/browser/session/account";
import { expectForm, forgetTyped } from "./typed-before-form.ts";

const ASIDE = { new: parseAsString, draft: parseAsString, job: parseAsInteger, find: parseAsString };

/**
 * Returns the panel open beside the page, kept in the URL: `?new=<operation id>` for a form, with
 * `&draft=<draft id>` for an assistant's draft, `?job=<job id>` for a job.
 * A link shows a colleague the same panel; Back closes it.
 */
export function useAside() {
  const accountId = useAccountId();
  const [aside, setAside] = useQueryStates(ASIDE, { history: "push", shallow: true, scroll: false });
  const openJob = useCallback(
    (jobId: number, options: { replace?: boolean } = {}) =>
      void setAside(
        { new: null, draft: null, job: jobId, find: null },
        { history: options.replace ? "replace" : "push" },
      ),
    [setAside],
  );
  /** From the press on, what is typed belongs to the form, whatever is loaded. A form that is open already takes it itself. */
  const expect = (operationId: string, draftId: string | null) => {
    if (aside.job === null && aside.new === operationId && aside.draft === draftId) return;
    forgetTyped();
    expectForm(document.activeElement);
  };
  return {
    operationId: aside.new,
    draftId: aside.draft,
    jobId: aside.job,
    /**
     * Opens an operation's form with the values of the edited record (`standing`), overridden by `prefill`. `corrects`: the
     * failed job that its request corrects.
     */
    openForm: (operationId: string, prefill?: Prefill, standing?: Prefill, corrects?: number) => {
      const given = { ...(prefill && { prefill }), ...(standing && { standing }), ...(corrects && { corrects }) };
      expect(operationId, null);
      forgetLeft();
      prepareOpening(accountId, operationId, given);
      void setAside({ new: operationId, draft: null, job: null, find: null });
    },
    /** Opens an operation's form with an assistant's draft. */
    openDraft: (operationId: string, draftId: string) => {
      expect(operationId, draftId);
      void setAside({ new: operationId, draft: draftId, job: null, find: null });
    },
    /** Opens a job's panel. `replace`: replaces the form in the browser's history. */
    openJob,
    close: () => void setAside({ new: null, draft: null, job: null, find: null }),
  };
}
