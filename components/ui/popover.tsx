"use client";

import type { ReactNode } from "react";
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { classes } from "./classes.ts";

export interface PopoverProps extends Omit<AriaPopoverProps, "className" | "style" | "children"> {
  children: ReactNode;
  /** Size only. */
  className?: string;
}

/** Shows floating content beside a control. */
export function Popover({ className, ...props }: PopoverProps) {
  return (
    <AriaPopover
      offset={4}
      {...props}
      className={classes(
        "enter-float flex flex-col overflow-auto rounded-lg bg-raised shadow-float outline-none",
        className,
      )}
    />
  );
}
