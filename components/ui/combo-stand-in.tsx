import { ChevronDown } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { classes } from "./classes.ts";
import type { ComboEntered } from "./combo-box.tsx";
import { CONTROL, CONTROL_LINE } from "./control-look.ts";

interface ComboStandInProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called with all that was typed so far, and once more by how it ended. */
  onEnter: (how: ComboEntered) => void;
  onLeave: () => void;
}

/** Looks like a combo box whose label is hidden, takes the first letters, and hands them over once the user enters it. */
export function ComboStandIn({ label, placeholder, value, onEnter, onLeave }: ComboStandInProps) {
  const input = useRef<HTMLInputElement>(null);
  const enter = (text: string) => onEnter({ typed: text === value ? "" : text });
  const takeEarly = useEffectEvent(() => {
    if (input.current && input.current === document.activeElement) enter(input.current.value);
  });
  // Letters that were typed before the page's scripts ran have raised no event.
  useEffect(() => takeEarly(), []);
  return (
    <div
      className={classes(
        CONTROL,
        CONTROL_LINE,
        "flex items-center focus-within:border-accent focus-within:outline-2 hover:border-line-strong",
      )}
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={false}
        aria-autocomplete="list"
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck="false"
        // React repeats a focus that came before its scripts, and letters may have followed it.
        onFocus={({ currentTarget }) => enter(currentTarget.value)}
        onInput={({ currentTarget }) => enter(currentTarget.value)}
        onKeyDown={({ key, currentTarget: { value: typed } }) => {
          if (key === "Enter" && typed.trim() !== "") onEnter({ typed, end: "enter" });
        }}
        onBlur={({ currentTarget: { value: typed } }) => {
          if (typed.trim() === "" || typed === value) onLeave();
          else onEnter({ typed, end: "left" });
        }}
        className="h-full min-w-0 flex-1 rounded-md bg-transparent pl-2.5 outline-none placeholder:text-faint"
      />
      <button
        type="button"
        // By keyboard, typing opens the list.
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => onEnter("open")}
        className="flex h-full w-8 shrink-0 items-center justify-center text-faint pointer-coarse:w-10"
      >
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
