"use client";

import dynamic from "next/dynamic";

/** The recalls due by today, below the failed jobs; loaded after them, in a place of its height. */
export const RecallsDue = dynamic(() => import("./shown-recalls-due.tsx").then((module) => module.ShownRecallsDue), {
  ssr: false,
  loading: () => <div className="h-96 rounded-lg border border-line bg-surface" />,
});
