import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { currentIn } from "#lib/browser/api/api-failure";
import { type HoursBase, updateProvider } from "#lib/browser/api/update-provider";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderModel } from "#lib/resources/providers/model";
import { sameHours } from "#lib/resources/providers/same-hours";
import { problemsOf } from "./problems.ts";
import { clashes, type Shift, toHours, toShifts } from "./shift.ts";

/** Unsaved changes of hours. */
interface Unsaved {
  shifts: Shift[];
  /** The stored hours when the first change was made. */
  base: HoursBase;
}

/** Of a draft that does not say what it replaces: the server then refuses it, unless there are no hours. */
const UNKNOWN: HoursBase = { hours: [], etag: '""' };

/** Returns the unsaved hours of an earlier visit, unless they equal the stored hours. */
function keptHours({ values, standing }: ReturnType<typeof useDraft>, { hours }: ProviderModel): Unsaved | null {
  const { shifts } = values as { shifts?: Shift[] };
  const { hours: before, etag } = standing.current as Partial<HoursBase>;
  const base = before && etag ? { hours: before, etag } : UNKNOWN;
  return shifts && !sameHours(shifts, hours) ? { shifts, base } : null;
}

/**
 * Returns a provider's hours for editing: the stored ones until the first change, then the changes. Saving shows them
 * at once; if the server refuses, the stored hours return and the changes can be restored. Suspends until earlier
 * drafts are loaded. Not a react-hook-form: that copies its initial values, while untouched hours follow the server's.
 */
export function useHours(provider: ProviderModel) {
  const accountId = useAccountId();
  const kept = useDraft("provider-hours", provider.id);
  const stored: HoursBase = { hours: provider.hours, etag: provider.etag };
  const [draft, setDraft] = useState<Unsaved | null>(() => keptHours(kept, provider));
  const [refused, setRefused] = useState<Unsaved | null>(null);
  const { mutate, error, isPending, isSuccess, reset } = useMutation(updateProvider(useQueryClient(), accountId));

  const put = (next: Unsaved | null) => {
    setDraft(next);
    kept.standing.current = next ? { ...next.base } : {};
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

  /** Saves a draft if it is valid. Returns false if it is not. */
  const save = (unsaved: Unsaved | null): boolean => {
    if (!unsaved || pairs.length > 0 || problems.size > 0) return false;
    setRefused(null);
    mutate(
      { id: provider.id, change: { hours: toHours(unsaved.shifts) }, base: unsaved.base },
      {
        onSuccess: () => put(null),
        onError: (failure) => {
          // Hours that another has saved are shown beside these.
          if (currentIn(failure)) return;
          setRefused(unsaved);
          put(null);
        },
      },
    );
    return true;
  };

  const isChanged = draft !== null && !sameHours(draft.shifts, provider.hours);
  return {
    shifts,
    pairs,
    problems,
    isChanged,
    /** The hours that another user has saved since the first change; null if nobody has. */
    theirs: draft && isChanged && !isPending && !sameHours(draft.base.hours, provider.hours) ? provider.hours : null,
    isPending,
    isSaved: isSuccess && draft === null,
    error,
    change,
    discard: () => {
      reset();
      put(null);
    },
    save: () => save(draft),
    /** Saves the hours in place of those that another user has saved, as they are shown. */
    saveOverTheirs: () => save(draft && { shifts: draft.shifts, base: stored }),
    /** Restores the changes that the server refused; null if it refused none. */
    takeUp: refused && error ? () => change(refused.shifts) : null,
  };
}
