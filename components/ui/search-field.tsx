"use client";

import { Search, X } from "lucide-react";
import { type Ref, useRef } from "react";
import { classes } from "./classes.ts";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";
import { words } from "./words.ts";

export interface SearchFieldProps {
  /** The accessible name; only the placeholder is visible. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  /** Width only. */
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  /** Acts on Enter, which then submits no form. */
  onEnter?: (pressed: { shiftKey: boolean }) => void;
}

/** Edits a search text; Escape clears it. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  className,
  inputRef,
  onBlur,
  onEnter,
}: SearchFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className={classes("min-w-0", className)}>
      <div
        ref={box}
        className={classes(
          CONTROL,
          CONTROL_LINE,
          "flex items-center gap-2 px-2.5 focus-within:border-accent focus-within:outline-2 hover:border-line-strong",
        )}
      >
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <input
          type="search"
          aria-label={label}
          {...(inputRef && { ref: inputRef })}
          {...(placeholder && { placeholder })}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autoComplete="off"
          spellCheck="false"
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === "Escape" && value !== "") {
              // Escape clears the text first, and closes what is around only then.
              event.preventDefault();
              event.stopPropagation();
              onChange("");
            }
            if (event.key !== "Enter" || !onEnter) return;
            event.preventDefault();
            onEnter(event);
          }}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="button"
          // By keyboard, Escape does the same.
          tabIndex={-1}
          aria-label={words.clearSearch}
          onClick={() => {
            onChange("");
            box.current?.querySelector("input")?.focus();
          }}
          className={classes(
            "-mr-1 flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:text-fg",
            value === "" && "invisible",
          )}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </div>
  );
}
