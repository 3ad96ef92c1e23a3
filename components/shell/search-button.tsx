"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useShortcutWords } from "#components/ui/use-shortcut-words";

const loadPalette = () => import("./command-palette.tsx").then(({ CommandPalette }) => CommandPalette);
const CommandPalette = dynamic(loadPalette, { ssr: false });

/** Opens the palette, also by Ctrl K or ⌘K from anywhere. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const shortcut = useShortcutWords("K");
  const [wasOpened, setOpened] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The next letters may follow at once and must find the field.
      if (event.key === "Control" || event.key === "Meta") void loadPalette();
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpened(true);
      setOpen((open) => !open);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onHoverStart={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onPress={() => {
          setOpened(true);
          setOpen(true);
        }}
        className="flex h-8 items-center gap-2 rounded-md text-faint transition-colors duration-100 data-hovered:text-fg max-md:size-8 max-md:justify-center max-md:data-hovered:bg-hover md:w-56 md:border md:border-line md:bg-sunken md:px-2.5 xl:w-72 pointer-coarse:h-10 max-md:pointer-coarse:size-10"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="flex-1 text-left text-sm max-md:sr-only">Search or start…</span>
        <span
          aria-hidden="true"
          className="rounded-sm border border-line bg-surface px-1 font-text text-xs max-md:hidden"
        >
          {shortcut}
        </span>
      </Button>
      {wasOpened && <CommandPalette isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
