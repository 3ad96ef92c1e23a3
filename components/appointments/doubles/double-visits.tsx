"use client";

import dynamic from "next/dynamic";

/** Warns about visits of ours that overlap others in the EMR; loaded after the page, as few practices have any. */
export const DoubleVisits = dynamic(
  () => import("#components/appointments/desk/after-first-view").then((module) => module.Doubles),
  { ssr: false },
);
