import NextLink from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

export interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "className"> {
  children: ReactNode;
  /** Covers the whole table row that it stands in. */
  coversRow?: boolean;
}

/** A link in text or in a table. */
export function Link({ coversRow = false, ...props }: LinkProps) {
  return (
    <NextLink
      prefetch={false}
      {...props}
      className={classes(
        "rounded-sm",
        coversRow
          ? "font-medium text-fg after:absolute after:inset-0 after:content-['']"
          : "font-medium text-accent-text underline-offset-4 hover:underline",
      )}
    />
  );
}
