"use client";

import dynamic from "next/dynamic";

/** What changed of the day's visits; loaded after them. */
export const ShownChangedToday = dynamic(
  () => import("#components/appointments/desk/after-first-view").then((module) => module.ChangedToday),
  { ssr: false },
);
