"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import type { Ref } from "react";
import { IconButton } from "#components/ui/icon-button";
import { SearchField } from "#components/ui/search-field";
import { words } from "./words.ts";

interface FindBarProps {
  /** The text to find. */
  sought: string;
  onSought: (text: string) => void;
  /** Number of matches; null while searching. */
  count: number | null;
  /** Index of the current match, from 0. */
  current: number;
  onCurrent: (current: number) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Searches a document: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ sought, onSought, count, current, onCurrent, inputRef }: FindBarProps) {
  const step = (by: number) => {
    if (count) onCurrent((current + by + count) % count);
  };
  const standing =
    sought.trim() === ""
      ? ""
      : count === null
        ? words.looking
        : count === 0
          ? words.notFound
          : words.placeOf(current + 1, count);
  return (
    <div className="flex min-w-72 flex-1 items-center gap-1">
      <SearchField
        label={words.findInDocument}
        placeholder={words.find}
        value={sought}
        onChange={onSought}
        inputRef={inputRef}
        onEnter={({ shiftKey }) => step(shiftKey ? -1 : 1)}
        className="w-36"
      />
      <IconButton label={words.previousPlace} onPress={() => step(-1)} isDisabled={!count}>
        <ChevronUp />
      </IconButton>
      <IconButton label={words.nextPlace} onPress={() => step(1)} isDisabled={!count}>
        <ChevronDown />
      </IconButton>
      <span role="status" className="text-sm whitespace-nowrap text-muted tabular-nums">
        {standing}
      </span>
    </div>
  );
}
