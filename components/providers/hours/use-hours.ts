import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { updateProvider } from "#lib/browser/api/update-provider";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderHours, ProviderModel } from "#lib/resources/providers/model";
import { problemsOf } from "./problems.ts";
import { clashes, type Shift, toHours, toShifts } from "./shift.ts";

/** Changed hours that were not saved yet. */
interface Unsaved {
  shifts: Shift[];
  /** The stored hours when the first change was made. */
  base: string;
}

const written = (hours: readonly ProviderHours[]) => JSON.stringify(toHours(toShifts(hours)));

/** The unsaved hours of an earlier visit, unless they are the stored ones by now. */
function keptHours({ values, standing }: ReturnType<typeof useDraft>, stored: string): Unsaved | null {
  const { shifts } = values as { shifts?: Shift[] };
  return shifts && written(shifts) !== stored ? { shifts, base: String(standing.current.base) } : null;
}

/**
 * A provider's hours while they are edited: the stored hours until something is changed, then the changes. Saving shows
 * at once; if the server refuses, the stored hours are back, and the changes can be taken up again. Suspends until
 * earlier drafts are there.
 */
export function useHours(provider: ProviderModel) {
  const accountId = useAccountId();
  const kept = useDraft("provider-hours", provider.id);
  const stored = written(provider.hours);
  const [draft, setDraft] = useState<Unsaved | null>(() => keptHours(kept, stored));
  const [refused, setRefused] = useState<Unsaved | null>(null);
  const { mutate, error, isPending, isSuccess, reset } = useMutation(updateProvider(useQueryClient(), accountId));

  const put = (next: Unsaved | null) => {
    setDraft(next);
    kept.standing.current = next ? { base: next.base } : {};
    if (next) kept.keep({ shifts: next.shifts });
    else kept.drop();
  };

  const shifts = draft?.shifts ?? toShifts(provider.hours);
  const pairs = clashes(shifts);
  const problems = problemsOf(shifts);
  const change = (next: Shift[]) => {
    reset();
    put({ shifts: next, base: draft?.base ?? stored });
  };

  return {
    shifts,
    pairs,
    problems,
    isChanged: draft !== null && written(draft.shifts) !== stored,
    /** Somebody else saved others since the first change. */
    isOvertaken: draft !== null && !isPending && draft.base !== stored,
    isPending,
    isSaved: isSuccess && draft === null,
    error,
    change,
    discard: () => put(null),
    /** Saves what fits together; returns false where something does not. */
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
