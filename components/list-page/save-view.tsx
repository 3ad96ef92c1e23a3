"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { type SavedViewModel, savedViewName } from "#lib/administration/saved-views/model";
import { changeSavedViews } from "#lib/browser/api/change-saved-views";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { type ListViews, sameFilters } from "./list-views.ts";
import { words } from "./words.ts";

const FIELDS = { name: { label: words.name } };

interface SaveViewProps extends Pick<ListViews, "list" | "filters"> {
  taken: readonly SavedViewModel[];
}

/** Saves the current filters under a name; renders nothing if there are none or if a view of them exists. */
export function SaveView({ list, filters, taken }: SaveViewProps) {
  const save = useMutation(changeSavedViews(useQueryClient(), useAccountId()));
  const form = useSchemaForm({
    schema: savedViewName,
    fields: FIELDS,
    initial: { name: "" },
    send: ({ name }, idempotencyKey) => save.mutateAsync({ kind: "save", list, name, filters, idempotencyKey }),
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
            {(field) => <TextField {...field} label={words.saveAs} placeholder={words.exampleName} />}
          </BoundField>
        </div>
        <Button type="submit" variant="primary" pending={form.isPending} isDisabled={name.trim() === ""}>
          {words.save}
        </Button>
      </div>
    </Form>
  );
}
