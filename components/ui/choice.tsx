"use client";

import { Check } from "lucide-react";
import { ListBoxItem } from "react-aria-components/ListBox";
import { Facts } from "./facts.tsx";

/** One option of a list. */
export interface Choice {
  id: string;
  name: string;
  /** Second line that distinguishes options with the same label, such as a birth date or an address. */
  detail?: string | undefined;
  /** Listed, but not selectable. */
  disabled?: boolean;
  /** Found although the typed text is not its own, such as a similar name: only a person chooses it. */
  near?: boolean;
}

/** Shows an option in a select or a combo box. */
export function ChoiceItem({ choice }: { choice: Choice }) {
  return (
    <ListBoxItem
      id={choice.id}
      value={choice}
      textValue={choice.name}
      isDisabled={choice.disabled === true}
      className="flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none select-none data-focused:bg-hover pointer-coarse:py-2.5"
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-fg">{choice.name}</span>
            {choice.detail && (
              <span className="line-clamp-2 text-xs text-faint">
                <Facts of={choice.detail} />
              </span>
            )}
          </span>
          {isSelected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent-text" />}
        </>
      )}
    </ListBoxItem>
  );
}

/** Classes of the list that holds the options. */
export const CHOICES = "max-h-72 min-h-0 overflow-auto p-1 outline-none scroll-py-1";
