"use client";

import { useId } from "react";
import { Switch } from "#components/ui/switch";

interface FlagSwitchProps {
  label: string;
  /** Short label, used if no column heading names the switch. */
  caption?: string;
  isOn: boolean;
  /** Meaning of the present state. */
  meaning: string;
  onChange: (isOn: boolean) => void;
  /** Why the switch is disabled; null if it is enabled. */
  refusal: string | null;
}

/** A switch that takes effect at once, with its meaning beside it, or below on narrow screens. */
export function FlagSwitch({ label, caption, isOn, meaning, onChange, refusal }: FlagSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 @max-2xl:flex-col @max-2xl:items-start @max-2xl:gap-0.5">
      <Switch label={label} hideLabel isOn={isOn} onChange={onChange} disabled={refusal !== null} describedBy={id} />
      <span id={id} className="text-muted @max-2xl:text-xs">
        {caption ? <span className="font-medium text-fg">{caption}: </span> : null}
        {meaning}
        {refusal === null ? null : <span className="sr-only">. {refusal}</span>}
      </span>
    </div>
  );
}
