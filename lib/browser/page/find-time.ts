import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAccountId } from "#lib/browser/session/account";

/** Opening the search closes a form or job beside the page. */
const FIND = { find: parseAsString, new: parseAsString, draft: parseAsString, job: parseAsInteger };

/** `any`: the next openings; `next`: openings for a patient's next visit. */
type Search = "any" | "next";

/** What is known of the visit. It stays in memory, because a URL must not name a patient. */
const known = new Map<string, Prefill>();

/** Returns the search for a time that is open beside the page (`?find=any`), with what is known of the visit. */
export function useFindTime() {
  const accountId = useAccountId();
  const [{ find }, set] = useQueryStates(FIND, { history: "push", shallow: true, scroll: false });
  return {
    search: find,
    known: known.get(`${accountId} ${find}`) ?? {},
    open: (search: Search, given: Prefill = {}) => {
      known.set(`${accountId} ${search}`, given);
      void set({ find: search, new: null, draft: null, job: null });
    },
    close: () => void set({ find: null, new: null, draft: null, job: null }),
  };
}
