import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { updateProvider } from "#lib/browser/api/update-provider";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderHours, ProviderModel } from "#lib/resources/providers/model";
import { problemsOf } from "./problems.ts";
import { clashes, type Shift, toHours, toShifts } from "./shift.ts";

/** Changed hours that were not saved yet. */
interface Draft {
  shifts: Shift[];
  /** What stood when the first change was made. */
  base: string;
}

const written = (hours: readonly ProviderHours[]) => JSON.stringify(toHours(toShifts(hours)));
const keptAs = (accountId: string, providerId: string) => `hours ${accountId} ${providerId}`;

/** What this tab kept of an earlier visit, unless that is what stands by now. Hours tell nothing of patients. */
function kept(name: string, standing: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(name) ?? "null") as Draft | null;
    return draft && written(draft.shifts) !== standing ? draft : null;
  } catch {
    return null;
  }
}

/**
 * A provider's hours while they are edited: what stands until something is changed, then the changes. Saving shows at
 * once; where the server refuses, what stood is back, and the changes can be taken up again.
 */
export function useHours(provider: ProviderModel) {
  const accountId = useAccountId();
  const name = keptAs(accountId, provider.id);
  const [draft, setDraft] = useState<Draft | null>(() => kept(name, written(provider.hours)));
  const [refused, setRefused] = useState<Draft | null>(null);
  const { mutate, error, isPending, isSuccess, reset } = useMutation(updateProvider(useQueryClient(), accountId));

  const put = (next: Draft | null) => {
    setDraft(next);
    if (next) sessionStorage.setItem(name, JSON.stringify(next));
    else sessionStorage.removeItem(name);
  };

  const shifts = draft?.shifts ?? toShifts(provider.hours);
  const pairs = clashes(shifts);
  const problems = problemsOf(shifts);
  const change = (next: Shift[]) => {
    reset();
    put({ shifts: next, base: draft?.base ?? written(provider.hours) });
  };

  return {
    shifts,
    pairs,
    problems,
    isChanged: draft !== null && written(draft.shifts) !== written(provider.hours),
    /** Somebody else saved others since the first change. */
    isOvertaken: draft !== null && !isPending && draft.base !== written(provider.hours),
    isPending,
    isSaved: isSuccess && draft === null,
    error,
    change,
    discard: () => put(null),
    /** Saves what fits together; gives false where something does not. */
    save(): boolean {
      if (!draft || pairs.length > 0 || problems.size > 0) return false;
      setRefused(null);
      mutate(
        { id: provider.id, change: { hours: toHours(draft.shifts) } },
        {
          onSuccess: () => put(null),
          onError: () => {
            setRefused(draft);
            put(null);
          },
        },
      );
      return true;
    },
    /** The changes that the server refused; null where there are none. */
    takeUp: refused && error ? () => change(refused.shifts) : null,
  };
}
