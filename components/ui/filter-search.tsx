"use client";

import { useEffect, useState } from "react";
import { SearchField } from "./search-field.tsx";

/** Pause in typing before the list is queried, in milliseconds. */
const PAUSE_MS = 250;

interface FilterSearchProps {
  label: string;
  placeholder?: string;
  /** The current filter. */
  value: string;
  /** Called after a pause in typing. */
  onChange: (text: string) => void;
  /** Width only. */
  className?: string;
}

/** Filters a list by a search text. Follows the URL's value, and changes it after a pause in typing. */
export function FilterSearch({ value, onChange, ...field }: FilterSearchProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchField {...field} value={text} onChange={setText} />;
}
