"use client";

import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { classes } from "./classes.ts";

interface SegmentsProps<Id extends string> {
  /** The accessible name. */
  label: string;
  value: Id | null;
  onChange: (id: Id) => void;
  options: readonly { id: Id; name: string; icon?: ReactNode }[];
  /** Width only. */
  className?: string;
}

/** Switches between a few views of the same data, as segments of one bar. */
export function Segments<Id extends string>({ label, value, onChange, options, className }: SegmentsProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen) onChange(chosen.id);
      }}
      className={classes("flex flex-wrap gap-0.5 rounded-md bg-hover p-0.5", className)}
    >
      {options.map(({ id, name, icon }) => (
        <ToggleButton
          key={id}
          id={id}
          className="flex h-7 flex-1 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors duration-100 select-none data-hovered:text-fg data-selected:bg-surface data-selected:font-medium data-selected:text-fg data-selected:shadow-tip forced-choice pointer-coarse:h-9 [&_svg]:size-4"
        >
          {icon}
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
