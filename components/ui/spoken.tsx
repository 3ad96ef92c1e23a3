"use client";

import { useEffect, useRef, useState } from "react";

/** Minimum interval between announcements to screen readers, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Announces changes of a text to screen readers without showing it. Of changes within the interval, only the last is
 * announced.
 */
export function Spoken({ children }: { children: string }) {
  const [said, setSaid] = useState(children);
  const saidAt = useRef(0);
  useEffect(() => {
    if (children === said) return;
    const say = () => {
      saidAt.current = Date.now();
      setSaid(children);
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + PAUSE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [children, said]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
