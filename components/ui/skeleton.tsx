import { classes } from "./classes.ts";

/** Reserves the space of loading content. `className` sets its size, which must match that content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classes("shimmer block rounded-md bg-hover", className)} />;
}
