"use client";

import { createContext, type ReactNode, useContext } from "react";

const LinksLead = createContext(true);

/** Disables links to other pages below it, for embedded views that cannot show those pages. */
export function LinksStay({ children }: { children: ReactNode }) {
  return <LinksLead value={false}>{children}</LinksLead>;
}

/** Returns whether links to other pages are enabled here. */
export const useLinksLead = (): boolean => useContext(LinksLead);
