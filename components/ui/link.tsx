"use client";

import NextLink from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import { useLinksLead } from "./link-scope.tsx";

export interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "className" | "onClick"> {
  children: ReactNode;
  onClick?: (event: MouseEvent) => void;
  /** True if the link covers its whole table row. */
  coversRow?: boolean;
}

/**
 * Returns whether a click may open a panel beside the page. With a modifier key the browser handles it, such as for a
 * new tab.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Shows a link in text or in a table. If links are disabled, it becomes a button for its press action, or plain text.
 */
export function Link({ coversRow = false, ...props }: LinkProps) {
  const leads = useLinksLead();
  const look = classes(
    "rounded-sm",
    coversRow
      ? "font-medium text-fg after:absolute after:inset-0 after:content-['']"
      : "font-medium text-accent-text underline-offset-4 hover:underline",
  );
  if (leads) return <NextLink prefetch={false} {...props} className={look} />;
  const { onClick, children, "aria-label": label } = props;
  if (!onClick) return <span className="font-medium">{children}</span>;
  return (
    <button
      type="button"
      {...(label && { "aria-label": label })}
      onClick={onClick}
      className={classes(look, "text-left")}
    >
      {children}
    </button>
  );
}
