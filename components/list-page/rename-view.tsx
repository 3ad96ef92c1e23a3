"use client";

import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { TextField } from "#components/ui/text-field";
import { type SavedViewModel, savedViewName } from "#lib/administration/saved-views/model";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { words } from "./words.ts";

const FIELDS = { name: { label: words.name } };

interface RenameViewProps {
  view: SavedViewModel;
  /** Rejects if the server refuses the name. */
  onRename: (name: string) => Promise<unknown>;
  onDone: () => void;
}

/** Renames a saved view. */
export function RenameView({ view, onRename, onDone }: RenameViewProps) {
  const form = useSchemaForm({
    schema: savedViewName,
    fields: FIELDS,
    initial: { name: view.name },
    send: ({ name }) => onRename(name),
    onDone,
  });
  return (
    <Form
      form={form}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Escape restores the name and must not close the list of views.
        event.stopPropagation();
        onDone();
      }}
      className="flex flex-col gap-2 p-2"
    >
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} label={`${words.newNameOf} ${view.name}`} autoFocus />}
      </BoundField>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onPress={onDone}>
          {words.keepName}
        </Button>
        <Button size="sm" type="submit" pending={form.isPending}>
          {words.rename}
        </Button>
      </div>
    </Form>
  );
}
