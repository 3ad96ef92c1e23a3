"use client";

import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/** Sets the language of dates, numbers and announcements to that of the page's text, whatever the browser prefers. */
export function Locale({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-US">{children}</I18nProvider>;
}
