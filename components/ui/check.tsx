"use client";

import { Check as CheckIcon } from "lucide-react";
import { Checkbox } from "react-aria-components/Checkbox";
import { classes } from "./classes.ts";

interface CheckProps {
  label: string;
  /** Shows the label beside the box; otherwise the row names it, and it is only announced. */
  showLabel?: boolean;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** A checkbox that chooses a row; drawn above a link that covers the row. */
export function Check({ label, showLabel = false, isChosen, onChange }: CheckProps) {
  return (
    <Checkbox
      {...(!showLabel && { "aria-label": label })}
      isSelected={isChosen}
      onChange={onChange}
      className={classes(
        "group/check relative z-1 flex items-center gap-2 rounded-md data-focus-visible:outline-2 data-focus-visible:outline-accent",
        showLabel ? "min-h-8 min-w-0 flex-1 pointer-coarse:min-h-10" : "-m-2 size-8 shrink-0 justify-center",
      )}
    >
      <span className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong group-data-selected/check:border-accent group-data-selected/check:bg-accent group-data-selected/check:text-accent-on">
        <CheckIcon
          aria-hidden="true"
          className="size-3 opacity-0 group-data-selected/check:opacity-100"
          strokeWidth={3}
        />
      </span>
      {showLabel ? <span className="min-w-0 truncate">{label}</span> : null}
    </Checkbox>
  );
}
