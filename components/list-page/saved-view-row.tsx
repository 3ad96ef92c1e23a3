"use client";

import { Check, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button";
import type { SavedViewModel } from "#lib/administration/saved-views/model";
import { RenameView } from "./rename-view.tsx";
import { words } from "./words.ts";

interface SavedViewRowProps {
  view: SavedViewModel;
  /** True if the list currently uses this view's filters. */
  isShown: boolean;
  /** True for a view that was deleted, and stays for a person who points at the list. */
  isGone: boolean;
  onChoose: () => void;
  /** Rejects if the server refuses the name. */
  onRename: (name: string) => Promise<unknown>;
  onDelete: () => void;
}

/** Shows a saved view; pressing its name applies its filters. */
export function SavedViewRow({ view, isShown, isGone, onChoose, onRename, onDelete }: SavedViewRowProps) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <li>
        <RenameView view={view} onRename={onRename} onDone={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li
      className={`flex items-center rounded-md has-[>button:first-child:hover]:bg-hover ${isGone ? "opacity-50" : ""}`}
    >
      <button
        type="button"
        aria-current={isShown || undefined}
        onClick={onChoose}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 text-left pointer-coarse:min-h-10"
      >
        <Check aria-hidden="true" className={`size-4 shrink-0 text-accent-text ${isShown ? "" : "invisible"}`} />
        <span className="min-w-0 truncate">{view.name}</span>
      </button>
      <IconButton label={`${words.rename} ${view.name}`} isPending={isGone} onPress={() => setRenaming(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`${words.deleteView} ${view.name}`} isPending={isGone} onPress={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
