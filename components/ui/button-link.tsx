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

/** A link that looks like a button: the one thing to do where there is nothing else. Nothing where links lead nowhere. */
export function ButtonLink({ size = "md", children, ...link }: ButtonLinkProps) {
  if (!useLinksLead()) return null;
  return (
    <NextLink {...link} prefetch={false} className={`${buttonLook("secondary", size)} hover:bg-hover`}>
      {children}
    </NextLink>
  );
}
