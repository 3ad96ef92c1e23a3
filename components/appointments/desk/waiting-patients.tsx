"use client";

import dynamic from "next/dynamic";

/** The patients who have arrived, below the day's visits; loaded after them. */
export const WaitingPatients = dynamic(
  () => import("./after-first-view.tsx").then((module) => module.ShownWaitingPatients),
  { ssr: false },
);
