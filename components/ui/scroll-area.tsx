import type { ComponentProps } from "react";

interface ScrollAreaProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  label: string;
}

/** A named part of a page that scrolls by itself: the keyboard reaches it, also where nothing within takes the focus. */
export function ScrollArea({ label, ...section }: ScrollAreaProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  return <section {...section} aria-label={label} tabIndex={0} />;
}
