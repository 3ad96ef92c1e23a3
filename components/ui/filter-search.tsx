"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
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

/** Filters a list by a search text. Follows the URL's value, and changes it after a pause in typing, or at once when the field is left. */
export function FilterSearch({ value, onChange, ...field }: FilterSearchProps) {
  const [text, setText] = useState(value);
  /** What this field has applied and the URL has not shown yet: it comes back after the user may have typed on. */
  const applied = useRef<string[]>([]);
  useEffect(() => {
    const own = applied.current.indexOf(value);
    applied.current = own < 0 ? [] : applied.current.slice(own + 1);
    if (own < 0) setText(value);
  }, [value]);
  const apply = (typed: string) => {
    const filter = typed.trim();
    if (filter === value || filter === applied.current.at(-1)) return;
    applied.current.push(filter);
    onChange(filter);
  };
  const applyLate = useEffectEvent(apply);
  // Only typing starts the pause.
  useEffect(() => {
    const timer = setTimeout(() => applyLate(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // What is pressed next, such as a button beside the list, is to know what was typed.
  return <SearchField {...field} value={text} onChange={setText} onBlur={() => apply(text)} />;
}
