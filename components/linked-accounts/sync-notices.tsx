"use client";

import dynamic from "next/dynamic";

/** Warns about records that cannot be read; loaded after the page, as few syncs have such. */
export const SyncNotices = dynamic(() => import("./shown-sync-notices.tsx").then((module) => module.ShownSyncNotices), {
  ssr: false,
});
