"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Select, type SelectProps } from "./select.tsx";

/** How the user entered the stand-in: by moving the focus there, or to open the list. */
export type SelectEntered = "focus" | "open";

/** A select that takes the place of its stand-in, with its focus. `FilterChoice` loads it on intent. */
export function EnteredSelect({ entered, ...props }: SelectProps & { entered: SelectEntered | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const begin = useEffectEvent(() => {
    if (entered) button.current?.focus();
    // After the focus, to which the closed list returns it.
    if (entered === "open") setOpen(true);
  });
  // Once: the select takes the place of what was entered.
  useEffect(() => begin(), []);
  return <Select {...props} buttonRef={button} isOpen={isOpen} onOpenChange={setOpen} />;
}
