"use client";

import { X } from "lucide-react";
import { useRef, useState } from "react";
import { Input, TextField } from "react-aria-components/TextField";
import { addChips, splitChips } from "./chips.ts";
import { CONTROL } from "./control-look.ts";
import { FieldParts, type FieldProps, fieldState } from "./field.tsx";
import { words } from "./words.ts";

export interface ChipsFieldProps extends FieldProps {
  value: readonly string[];
  onChange: (chips: string[]) => void;
  placeholder?: string;
}

/** Keys that complete the chip being typed. */
const ENDS = new Set(["Enter", ",", ";", " "]);

/**
 * Edits a list of short texts as chips, typed one by one or pasted as a list or spreadsheet column. Duplicates are
 * dropped. Leaving the field adds the text still being typed.
 */
export function ChipsField({ value, onChange, placeholder, ...field }: ChipsFieldProps) {
  const [text, setText] = useState("");
  const [announced, setAnnounced] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const take = (given: string) => {
    const { chips, repeated } = addChips(value, splitChips(given));
    setText("");
    if (chips.length > value.length) onChange(chips);
    const added = words.added(chips.length - value.length, chips.length);
    setAnnounced(repeated > 0 ? words.alreadyThere(added, repeated) : added);
  };

  const remove = (chip: string) => {
    onChange(value.filter((each) => each !== chip));
    setAnnounced(words.removed(chip));
    input.current?.focus();
  };

  return (
    <TextField
      {...fieldState(field)}
      value={text}
      onChange={setText}
      onBlur={() => {
        if (text.trim() !== "") take(text);
        field.onBlur?.();
      }}
    >
      <FieldParts {...field}>
        <div
          data-invalid={field.error ? "" : undefined}
          className={`${CONTROL} flex flex-wrap items-center gap-1 p-1 focus-within:border-accent focus-within:outline-2`}
        >
          {value.map((chip) => (
            <span
              key={chip}
              className="flex max-w-full items-center rounded-sm bg-hover pl-2 text-sm text-fg tabular-nums"
            >
              <span className="truncate">{chip}</span>
              <button
                type="button"
                aria-label={`${words.remove} ${chip}`}
                disabled={field.disabled}
                onClick={() => remove(chip)}
                className="flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:text-fg pointer-coarse:size-8"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </span>
          ))}
          <Input
            ref={input}
            autoComplete="off"
            spellCheck="false"
            {...(placeholder && value.length === 0 && { placeholder })}
            onKeyDown={(event) => {
              if (ENDS.has(event.key) && text.trim() !== "") {
                event.preventDefault();
                take(text);
              } else if (event.key === "Backspace" && text === "") {
                const last = value.at(-1);
                if (last !== undefined) remove(last);
              }
            }}
            onPaste={(event) => {
              event.preventDefault();
              take(text + event.clipboardData.getData("text"));
            }}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint pointer-coarse:h-8"
          />
        </div>
      </FieldParts>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </TextField>
  );
}
