"use client";

import dynamic from "next/dynamic";

/** Says that no visit status has a meaning; loaded after the page, as it is shown once. */
export const UnmappedStatuses = dynamic(
  () => import("./shown-unmapped-statuses.tsx").then((module) => module.ShownUnmappedStatuses),
  { ssr: false },
);
