"use client";

import dynamic from "next/dynamic";

/** Tomorrow's unconfirmed visits, in the page's second column; loaded after the day's visits. */
export const UnconfirmedTomorrow = dynamic(
  () => import("./after-first-view.tsx").then((module) => module.UnconfirmedVisits),
  { ssr: false },
);
