"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { type SavedViewModel, savedViewName } from "#lib/administration/saved-views/model";
import type { JobFilters } from "#lib/browser/api/jobs";
import { changeSavedViews } from "#lib/browser/api/saved-views";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { sameFilters } from "./filter-names.ts";

const FIELDS = { name: { label: "Name" } };

interface SaveViewProps {
  /** What the list is filtered by now. */
  filters: JobFilters;
  taken: readonly SavedViewModel[];
}

/** Saves the present filters under a name; nothing if there are none, or if a view of them exists. */
export function SaveView({ filters, taken }: SaveViewProps) {
  const save = useMutation(changeSavedViews(useQueryClient(), useAccountId()));
  const form = useSchemaForm({
    schema: savedViewName,
    fields: FIELDS,
    initial: { name: "" },
    send: ({ name }, idempotencyKey) => save.mutateAsync({ kind: "save", name, filters, idempotencyKey }),
    onDone: () => form.startOver(),
  });
  const name = useWatch({ control: form.methods.control, name: "name" });
  const isKnown = taken.some((view) => sameFilters(view.filters, filters));
  if (Object.keys(filters).length === 0 || isKnown) return null;
  return (
    <Form form={form} className="flex flex-col gap-2 border-t border-line p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <BoundField form={form} name="name">
            {(field) => <TextField {...field} label="Save these filters as" placeholder="Failed payments" />}
          </BoundField>
        </div>
        <Button type="submit" variant="primary" pending={form.isPending} isDisabled={name.trim() === ""}>
          Save
        </Button>
      </div>
    </Form>
  );
}
