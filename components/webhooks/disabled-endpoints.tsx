"use client";

import dynamic from "next/dynamic";

/** Warns about automatically disabled endpoints; loaded after the page, as few have any. */
export const DisabledEndpoints = dynamic(
  () => import("./shown-disabled-endpoints.tsx").then((module) => module.ShownDisabledEndpoints),
  { ssr: false },
);
