"use client";

import { useOffline } from "next/offline";
import { Banner } from "#components/ui/banner";
import { words } from "./words.ts";

/**
 * Says that the server cannot be reached. A page that was asked for meanwhile opens by itself once it can
 * (`experimental.useOffline` in next.config.mjs).
 */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <div role="status" className="sticky top-topbar z-20 bg-canvas px-4 py-2 empty:hidden lg:px-6">
      {isOffline ? (
        <Banner tone="warning" title={words.noConnectionToTheServer}>
          {words.offlineHint}
        </Banner>
      ) : null}
    </div>
  );
}
