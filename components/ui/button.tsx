"use client";

import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { classes } from "./classes.ts";
import { Spinner } from "./spinner.tsx";

const VARIANTS = {
  primary:
    "border border-transparent bg-accent text-accent-on font-medium data-hovered:bg-accent-strong data-pressed:bg-accent-strong",
  secondary: "bg-surface text-fg font-medium border border-line-strong/55 data-hovered:bg-hover data-pressed:bg-hover",
  quiet: "text-muted data-hovered:bg-hover data-hovered:text-fg data-pressed:bg-hover aria-expanded:bg-hover",
  link: "font-medium text-accent-text underline-offset-4 data-hovered:underline forced-colors:underline",
  danger:
    "border border-transparent bg-danger text-danger-on font-medium data-hovered:bg-danger-strong data-pressed:bg-danger-strong",
};

const SIZES = {
  md: "h-8 px-3 pointer-coarse:h-10",
  sm: "h-7 px-2 text-sm pointer-coarse:h-9",
};

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "isPending"> {
  /** One `primary` per view; a `danger` button names its object; `quiet` is for toolbars and rows. */
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** True while the request is unanswered: the button keeps the focus, shows a spinner and ignores presses. */
  pending?: boolean;
  /** True for a button that does nothing any more, and stays for a person who points at it: it keeps the focus and ignores presses. */
  gone?: boolean;
  /** A lucide icon before the text. */
  icon?: ReactNode;
  children: ReactNode;
  /** Layout only (width, margins, visibility); `variant` sets the look. */
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Returns the classes of a button, for links and labels that look like one. */
export const buttonLook = (variant: keyof typeof VARIANTS, size: keyof typeof SIZES): string =>
  classes(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md whitespace-nowrap select-none",
    "transition-colors duration-100 data-disabled:cursor-not-allowed data-disabled:opacity-50 data-pending:cursor-progress",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    variant !== "link" && SIZES[size],
  );

/** Shows a button. The variant `link` reads as part of a sentence. */
export function Button({
  variant = "secondary",
  size = "md",
  pending = false,
  gone = false,
  icon,
  children,
  className,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      isPending={pending || gone}
      className={classes(buttonLook(variant, size), gone && "opacity-50", className)}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </AriaButton>
  );
}
