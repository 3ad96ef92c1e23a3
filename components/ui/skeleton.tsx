import { classes } from "./classes.ts";

/** The place of text or a control that is on its way. `className` gives its size, which must be that of what comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classes("shimmer block rounded-md bg-hover", className)} />;
}
