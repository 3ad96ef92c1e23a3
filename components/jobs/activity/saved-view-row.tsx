"use client";

import { Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { TextField } from "#components/ui/text-field";
import type { SavedViewModel } from "#lib/administration/saved-views/model";

interface SavedViewRowProps {
  view: SavedViewModel;
  /** The list is filtered by it now. */
  isShown: boolean;
  onChoose: () => void;
  /** Rejects where the server refuses the name. */
  onRename: (name: string) => Promise<unknown>;
  onDelete: () => void;
}

function Rename({ view, onRename, onDone }: Pick<SavedViewRowProps, "view" | "onRename"> & { onDone: () => void }) {
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRename(name).then(onDone, (error: Error) => setProblem(error.message));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The name goes back to what it was; the views stay open.
        event.stopPropagation();
        onDone();
      }}
      className="flex flex-col gap-2 p-2"
    >
      <TextField label={`New name of ${view.name}`} value={name} onChange={setName} error={problem} autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onPress={onDone}>
          Keep the old name
        </Button>
        <Button size="sm" type="submit">
          Rename
        </Button>
      </div>
    </form>
  );
}

/** One saved view: pressing its name filters the list by it. */
export function SavedViewRow({ view, isShown, onChoose, onRename, onDelete }: SavedViewRowProps) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <li>
        <Rename view={view} onRename={onRename} onDone={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li className="flex items-center rounded-md has-[>button:first-child:hover]:bg-hover">
      <button
        type="button"
        aria-current={isShown || undefined}
        onClick={onChoose}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 text-left pointer-coarse:min-h-10"
      >
        <Check aria-hidden="true" className={`size-4 shrink-0 text-accent-text ${isShown ? "" : "invisible"}`} />
        <span className="min-w-0 truncate">{view.name}</span>
      </button>
      <IconButton label={`Rename ${view.name}`} onPress={() => setRenaming(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${view.name}`} onPress={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
