"use client";

import NextLink from "next/link";
import type { ReactNode } from "react";
import { buttonLook } from "./button.tsx";
import { useLinksLead } from "./link-scope.tsx";

export interface ButtonLinkProps {
  href: string;
  size?: "sm" | "md";
  "aria-label"?: string;
  children: ReactNode;
}

/**
 * Shows a link that looks like a button, for the single action of an empty place. Renders nothing if links are
 * disabled.
 */
export function ButtonLink({ size = "md", children, ...link }: ButtonLinkProps) {
  if (!useLinksLead()) return null;
  return (
    <NextLink {...link} prefetch={false} className={`${buttonLook("secondary", size)} hover:bg-hover`}>
      {children}
    </NextLink>
  );
}
