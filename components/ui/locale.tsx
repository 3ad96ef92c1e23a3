"use client";

import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/** The language of dates, numbers and spoken words: that of the page's own words, whatever the browser prefers. */
export function Locale({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-US">{children}</I18nProvider>;
}
