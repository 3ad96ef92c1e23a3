"use client";

import { useOffline } from "next/offline";
import { Banner } from "#components/ui/banner";

/**
 * Says that the server cannot be reached. A page that was asked for meanwhile opens by itself once it can
 * (`experimental.useOffline` in next.config.mjs).
 */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <div role="status" className="sticky top-topbar z-20 bg-canvas px-4 py-2 empty:hidden lg:px-6">
      {isOffline ? (
        <Banner tone="warning" title="No connection to the server">
          A page that you open appears as soon as the connection is back. What you typed is kept.
        </Banner>
      ) : null}
    </div>
  );
}
