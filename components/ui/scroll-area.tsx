import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

interface ScrollAreaProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  label: string;
}

/**
 * Shows a named region with its own scrolling. It is focusable, so that the keyboard can scroll it even if nothing
 * inside is focusable. The focus outline is drawn above the content, because sticky content would cover the region's
 * own outline.
 */
export function ScrollArea({ label, className, ...section }: ScrollAreaProps) {
  return (
    <div className="group/scroll relative isolate flex min-h-0 min-w-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section {...section} aria-label={label} tabIndex={0} className={classes("outline-none", className)} />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 z-50 rounded-md -outline-offset-2 outline-accent group-has-[>section:focus-visible]/scroll:outline-2"
      />
    </div>
  );
}
