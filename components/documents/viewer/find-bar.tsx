"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import type { Ref } from "react";
import { IconButton } from "#components/ui/icon-button";
import { SearchField } from "#components/ui/search-field";

interface FindBarProps {
  words: string;
  onWords: (words: string) => void;
  /** Number of matches; null while searching. */
  count: number | null;
  /** Index of the current match, from 0. */
  current: number;
  onCurrent: (current: number) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Searches a document: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ words, onWords, count, current, onCurrent, inputRef }: FindBarProps) {
  const step = (by: number) => {
    if (count) onCurrent((current + by + count) % count);
  };
  const standing =
    words.trim() === "" ? "" : count === null ? "Looking…" : count === 0 ? "Not found" : `${current + 1} of ${count}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles a key of the field inside
    <div
      className="flex min-w-72 flex-1 items-center gap-1"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        step(event.shiftKey ? -1 : 1);
      }}
    >
      <SearchField
        label="Find in the document"
        placeholder="Find"
        value={words}
        onChange={onWords}
        inputRef={inputRef}
        className="w-36"
      />
      <IconButton label="Previous place" onPress={() => step(-1)} isDisabled={!count}>
        <ChevronUp />
      </IconButton>
      <IconButton label="Next place" onPress={() => step(1)} isDisabled={!count}>
        <ChevronDown />
      </IconButton>
      <span role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
        {standing}
      </span>
    </div>
  );
}
