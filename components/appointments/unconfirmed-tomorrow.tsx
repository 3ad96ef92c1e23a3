"use client";

import dynamic from "next/dynamic";

/** Tomorrow's unconfirmed visits, at the end of the page's first column; loaded after the day's visits. */
export const UnconfirmedTomorrow = dynamic(
  () => import("./unconfirmed-visits.tsx").then((module) => module.UnconfirmedVisits),
  { ssr: false },
);
