"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useShortcutWords } from "#components/ui/use-shortcut-words";
import { TypedAhead } from "#lib/browser/page/typed-ahead";
import { words } from "./words.ts";

const loadPalette = () => import("./command-palette.tsx").then(({ CommandPalette }) => CommandPalette);
const CommandPalette = dynamic(loadPalette, { ssr: false });

const loadAhead = () => void loadPalette().catch(() => undefined);

const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && (metaKey || ctrlKey) && !altKey && !shiftKey;

/** Opens the palette, also by Ctrl K or ⌘K from anywhere. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const shortcut = useShortcutWords("K");
  const [wasOpened, setOpened] = useState(false);
  const [opening, setOpening] = useState(0);
  const [typed] = useState(() => new TypedAhead());

  const close = () => {
    typed.take();
    setOpen(false);
  };
  const open = () => {
    typed.begin();
    setOpening((number) => number + 1);
    setOpen(true);
    loadPalette().then(() => setOpened(true), close);
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Control" || event.key === "Meta") loadAhead();
    // A page may have a search of its own under the same keys: two dialogs would block each other.
    if (isShortcut(event)) event.stopImmediatePropagation();
    else if (!typed.keep(event)) return;
    event.preventDefault();
    if (isShortcut(event)) (isOpen ? close : open)();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    // Before every other listener: what is typed next belongs to the search, wherever the focus still is.
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, []);

  return (
    <>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onHoverStart={loadAhead}
        onFocus={loadAhead}
        onPress={open}
        className="flex h-8 items-center gap-2 rounded-md text-faint transition-colors duration-100 data-hovered:text-fg max-md:size-8 max-md:justify-center max-md:data-hovered:bg-hover md:w-56 md:border md:border-line md:bg-sunken md:px-2.5 xl:w-72 pointer-coarse:h-10 max-md:pointer-coarse:size-10"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="flex-1 text-left text-sm max-md:sr-only">{words.searchOrStart}</span>
        <span
          aria-hidden="true"
          className="rounded-sm border border-line bg-surface px-1 font-text text-xs max-md:hidden"
        >
          {shortcut}
        </span>
      </Button>
      {wasOpened && (
        <CommandPalette isOpen={isOpen} opening={opening} onOpenChange={close} takeTyped={() => typed.take()} />
      )}
    </>
  );
}
