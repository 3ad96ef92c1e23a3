"use client";

import { useEffect, useRef, useState } from "react";

/** Screen readers are told of changes at most this often, in milliseconds. */
const PAUSE_MS = 2_000;

/** A text that is read out as it changes, and not seen: of what changes faster than that, the last. */
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
