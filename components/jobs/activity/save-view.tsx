"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { TextField } from "#components/ui/text-field";
import type { SavedViewModel } from "#lib/administration/saved-views/model";
import type { JobFilters } from "#lib/browser/api/jobs";
import { changeSavedViews } from "#lib/browser/api/saved-views";
import { useAccountId } from "#lib/browser/session/account";
import { sameFilters } from "./filter-names.ts";

interface SaveViewProps {
  /** What the list is filtered by now. */
  filters: JobFilters;
  taken: readonly SavedViewModel[];
}

/** Saves the present filters under a name; nothing where there are none, or a view of them exists. */
export function SaveView({ filters, taken }: SaveViewProps) {
  const [name, setName] = useState("");
  const save = useMutation(changeSavedViews(useQueryClient(), useAccountId()));
  const isKnown = taken.some((view) => sameFilters(view.filters, filters));
  if (Object.keys(filters).length === 0 || isKnown) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ kind: "save", name, filters }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-t border-line p-3">
      <div className="min-w-0 flex-1">
        <TextField
          label="Save these filters as"
          placeholder="Failed payments"
          value={name}
          onChange={setName}
          error={save.error?.message}
        />
      </div>
      <Button type="submit" variant="primary" pending={save.isPending} isDisabled={name.trim() === ""}>
        Save
      </Button>
    </form>
  );
}
