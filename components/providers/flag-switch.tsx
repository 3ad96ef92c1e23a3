"use client";

import { useId } from "react";
import { Switch } from "#components/ui/switch";

interface FlagSwitchProps {
  label: string;
  /** Its short name, where no head of a column says it. */
  caption?: string;
  isOn: boolean;
  /** What it means as it stands now. */
  meaning: string;
  onChange: (isOn: boolean) => void;
  /** Why it can't be used; null where it can. */
  refusal: string | null;
}

/** A switch that acts at once, with what it means beside it, or below where there is little room. */
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
