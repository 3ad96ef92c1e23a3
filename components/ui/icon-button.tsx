"use client";

import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classes } from "./classes.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  /** What it does, as its name and its tooltip. */
  label: string;
  /** The tooltip's words where they say more than the name, such as the keys that do the same. */
  hint?: ReactNode;
  /** A lucide icon. */
  children: ReactNode;
  /** Layout alone. */
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A quiet button that shows an icon alone and says its name when it is pointed at or focused. */
export function IconButton({ label, hint, children, className, ...props }: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classes(
          "relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted pointer-coarse:size-10",
          "transition-colors duration-100 data-hovered:bg-hover data-hovered:text-fg data-pressed:bg-hover",
          "aria-expanded:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50 [&_svg]:size-4",
          className,
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  );
}
