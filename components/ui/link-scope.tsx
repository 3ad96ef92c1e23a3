"use client";

import { createContext, type ReactNode, useContext } from "react";

const LinksLead = createContext(true);

/** Below it links to other pages lead nowhere: for a view that stands where those pages can't be shown. */
export function LinksStay({ children }: { children: ReactNode }) {
  return <LinksLead value={false}>{children}</LinksLead>;
}

/** Whether links may lead to other pages here. */
export const useLinksLead = (): boolean => useContext(LinksLead);
