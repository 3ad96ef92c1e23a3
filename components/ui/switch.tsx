"use client";

import { Switch as AriaSwitch } from "react-aria-components/Switch";

export interface SwitchProps {
  /** The name of the setting: "Active". With `hideLabel` it is not visible. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  hideLabel?: boolean;
  /** The id of the description: the effect, or why the switch is disabled. */
  describedBy?: string | undefined;
}

/** Turns a setting on or off at once. */
export function Switch({ label, isOn, onChange, disabled = false, hideLabel = false, describedBy }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={isOn}
      onChange={onChange}
      isDisabled={disabled}
      {...(hideLabel && { "aria-label": label })}
      {...(describedBy && { "aria-describedby": describedBy })}
      className="group relative inline-flex cursor-default items-center gap-2 text-sm text-fg select-none data-disabled:cursor-not-allowed data-disabled:text-faint pointer-coarse:min-h-10"
    >
      <span className="flex h-5 w-8.5 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-0.5 transition-colors duration-100 group-data-disabled:opacity-60 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:border-accent group-data-selected:bg-accent">
        <span className="size-3.5 rounded-full bg-line-strong forced-mark transition-transform duration-100 group-data-selected:translate-x-3.5 group-data-selected:bg-accent-on" />
      </span>
      {hideLabel ? null : label}
    </AriaSwitch>
  );
}
