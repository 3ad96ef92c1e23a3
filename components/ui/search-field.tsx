"use client";

import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { SearchField as AriaSearchField, Input } from "react-aria-components/SearchField";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./field.tsx";

export interface SearchFieldProps {
  /** The accessible name; only the placeholder is visible. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  /** Width only. */
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Acts on Enter, which then submits no form. */
  onEnter?: (pressed: { shiftKey: boolean }) => void;
}

/** Edits a search text; Escape clears it. */
export function SearchField({ label, value, onChange, placeholder, className, inputRef, onEnter }: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      className={classes("group min-w-0", className)}
    >
      <Group className={classes(CONTROL, CONTROL_LINE, "flex items-center gap-2 px-2.5")}>
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <Input
          {...(inputRef && { ref: inputRef })}
          {...(placeholder && { placeholder })}
          autoComplete="off"
          spellCheck="false"
          {...(onEnter && {
            onKeyDown: (event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onEnter(event);
            },
          })}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
        />
        <Button className="-mr-1 flex size-6 shrink-0 items-center justify-center rounded-md text-faint group-data-empty:invisible data-hovered:text-fg">
          <X aria-hidden="true" className="size-4" />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
