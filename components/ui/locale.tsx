"use client";

import { type ReactNode, useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/**
 * Sets the language of dates, numbers and announcements to that of the page's text, whatever the browser prefers. It stands
 * around everything, so its effect tells that the page listens to what is typed.
 */
export function Locale({ children }: { children: ReactNode }) {
  useEffect(() => window.handTypedEarly?.(), []);
  return <I18nProvider locale="en-US">{children}</I18nProvider>;
}
