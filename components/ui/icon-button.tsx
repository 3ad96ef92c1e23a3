"use client";

import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classes } from "./classes.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  /** The action, used as accessible name and tooltip. */
  label: string;
  /** The tooltip's text if it differs from the name, such as with a keyboard shortcut. */
  hint?: ReactNode;
  /** A lucide icon. */
  children: ReactNode;
  /** Layout only. */
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Shows a quiet button with an icon only; its name appears on hover and focus. */
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
