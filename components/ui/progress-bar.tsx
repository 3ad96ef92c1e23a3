"use client";

import { Label } from "react-aria-components/Label";
import { ProgressBar as AriaProgressBar } from "react-aria-components/ProgressBar";
import { numberLocale } from "#lib/kernel/shown-locale";

interface ProgressBarProps {
  label: string;
  value: number;
  /** The value at completion. */
  most: number;
}

/** Shows progress as a bar and as "3 of 14". */
export function ProgressBar({ label, value, most }: ProgressBarProps) {
  const words = `${value.toLocaleString(numberLocale())} of ${most.toLocaleString(numberLocale())}`;
  return (
    <AriaProgressBar value={value} maxValue={Math.max(1, most)} valueLabel={words} className="flex flex-col gap-1.5">
      {({ percentage }) => (
        <>
          <div className="flex justify-between gap-2 text-sm">
            <Label className="text-fg">{label}</Label>
            <span className="text-muted tabular-nums">{words}</span>
          </div>
          <div className="h-1.5 overflow-hidden rounded-full bg-hover">
            <div
              style={{ width: `${percentage ?? 0}%` }}
              className="h-full rounded-full bg-accent motion-safe:transition-[width]"
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
