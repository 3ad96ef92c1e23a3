"use client";

import { useEffect, useState } from "react";
import { SearchField } from "./search-field.tsx";

/** Typing pauses this long before the list is asked for. */
const PAUSE_MS = 250;

interface FilterSearchProps {
  label: string;
  placeholder?: string;
  /** What the list is filtered by now. */
  value: string;
  /** Called once typing has paused. */
  onChange: (text: string) => void;
  /** Width alone. */
  className?: string;
}

/** A search that filters a list: it follows what the address says, and changes it once typing has paused. */
export function FilterSearch({ value, onChange, ...field }: FilterSearchProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchField {...field} value={text} onChange={setText} />;
}
