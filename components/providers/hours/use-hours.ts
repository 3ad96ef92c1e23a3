import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { updateProvider } from "#lib/browser/api/update-provider";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderHours, ProviderModel } from "#lib/resources/providers/model";
import { problemsOf } from "./problems.ts";
import { clashes, type Shift, toHours, toShifts } from "./shift.ts";

/** Unsaved changes of hours. */
interface Unsaved {
  shifts: Shift[];
  /** The stored hours when the first change was made. */
  base: string;
}

const written = (hours: readonly ProviderHours[]) => JSON.stringify(toHours(toShifts(hours)));

/** Returns the unsaved hours of an earlier visit, unless they equal the stored hours. */
function keptHours({ values, standing }: ReturnType<typeof useDraft>, stored: string): Unsaved | null {
  const { shifts } = values as { shifts?: Shift[] };
  return shifts && written(shifts) !== stored ? { shifts, base: String(standing.current.base) } : null;
}

/**
 * Returns a provider's hours for editing: the stored ones until the first change, then the changes. Saving shows them
 * at once; if the server refuses, the stored hours return and the changes can be restored. Suspends until earlier
 * drafts are loaded. Not a react-hook-form: that copies its initial values, while untouched hours follow the server's.
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
    /** True if another user has saved other hours since the first change. */
    isOvertaken: draft !== null && !isPending && draft.base !== stored,
    isPending,
    isSaved: isSuccess && draft === null,
    error,
    change,
    discard: () => put(null),
    /** Saves the hours if they are valid. Returns false if they are not. */
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
    /** Restores the changes that the server refused; null if it refused none. */
    takeUp: refused && error ? () => change(refused.shifts) : null,
  };
}
