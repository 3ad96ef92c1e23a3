"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { letters } from "#lib/browser/page/matches-words";
import { Select, type SelectProps } from "./select.tsx";

interface EnteredSelectProps extends SelectProps {
  /** What was typed into the stand-in: letters search the list, a space opens it; null if the user did not enter it. */
  entered: string | null;
}

/** A select that takes the place of its stand-in, with its focus. `FilterChoice` loads it on intent. */
export function EnteredSelect({ entered, ...props }: EnteredSelectProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const begin = useEffectEvent(() => {
    if (entered === null) return;
    button.current?.focus();
    const sought = letters(entered.trim());
    const found = sought === "" ? undefined : props.options.find(({ name }) => letters(name).startsWith(sought));
    if (found) props.onChange(found.id);
    // After the focus, to which the closed list returns it.
    else if (entered !== "") setOpen(true);
  });
  // Once: the select takes the place of what was entered.
  useEffect(() => begin(), []);
  return <Select {...props} buttonRef={button} isOpen={isOpen} onOpenChange={setOpen} />;
}
