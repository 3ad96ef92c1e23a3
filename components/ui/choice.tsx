"use client";

import { Check } from "lucide-react";
import { ListBoxItem } from "react-aria-components/ListBox";

/** One entry of a list to choose from. */
export interface Choice {
  id: string;
  name: string;
  /** What tells it apart from others of the same label, in a second line: a birth date, an address. */
  detail?: string | undefined;
}

/** A choice as a select and a combo box show it. */
export function ChoiceItem({ choice }: { choice: Choice }) {
  return (
    <ListBoxItem
      id={choice.id}
      value={choice}
      textValue={choice.name}
      className="flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none select-none data-focused:bg-hover pointer-coarse:py-2.5"
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-fg">{choice.name}</span>
            {choice.detail && <span className="block truncate text-xs text-faint">{choice.detail}</span>}
          </span>
          {isSelected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent-text" />}
        </>
      )}
    </ListBoxItem>
  );
}

/** The list that holds choices. */
export const CHOICES = "max-h-72 min-h-0 overflow-auto p-1 outline-none scroll-py-1";
