"use client";

import { useEffect, useRef, useState } from "react";

/** Minimum interval between announcements to screen readers, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Announces changes of a text to screen readers without showing it. Of changes within the interval, only the last is
 * announced.
 */
export function Announcement({ children }: { children: string }) {
  const [announced, setAnnounced] = useState(children);
  const announcedAt = useRef(0);
  useEffect(() => {
    if (children === announced) return;
    const announce = () => {
      announcedAt.current = Date.now();
      setAnnounced(children);
    };
    const timer = setTimeout(announce, Math.max(0, announcedAt.current + PAUSE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [children, announced]);
  return (
    // Also heard beside an open list or dialog, from which the component library hides all else.
    <span role="status" data-live-announcer="" className="sr-only">
      {announced}
    </span>
  );
}
