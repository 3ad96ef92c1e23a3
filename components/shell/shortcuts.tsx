"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useUserId } from "#lib/browser/session/account";
import { useRemembered } from "#lib/browser/session/remembered";

const ShortcutsDialog = dynamic(() => import("./shortcuts-dialog.tsx").then((module) => module.ShortcutsDialog), {
  ssr: false,
});

const OpenShortcuts = createContext<() => void>(() => undefined);

/** Returns the function that opens the list of keyboard shortcuts. */
export const useOpenShortcuts = (): (() => void) => useContext(OpenShortcuts);

/** Places where a typed "?" is text, or chooses an entry of a list. */
const TAKES_TEXT =
  'input, textarea, select, [contenteditable], [role="spinbutton"], [role="menu"], [role="listbox"], [role="combobox"]';

const isTyped = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(TAKES_TEXT) !== null;

/**
 * Opens the list of keyboard shortcuts by "?", except while typing. The user can switch the key off, as a shortcut of one
 * character requires (WCAG 2.1.4); the user menu opens the list as well.
 */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isOff, setOff] = useRemembered("question-mark-off", useUserId());

  useEffect(() => {
    if (isOff) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOff]);

  return (
    <OpenShortcuts value={() => setOpen(true)}>
      {children}
      {isOpen ? (
        <ShortcutsDialog isKeyOn={!isOff} onKeyOn={(on) => setOff(!on)} onClose={() => setOpen(false)} />
      ) : null}
    </OpenShortcuts>
  );
}
