"use client";

import { ErrorState } from "#components/ui/error-state";

/** Shown if a page failed to render. */
export default function PageError({ retry }: { retry: () => void }) {
  return (
    <main className="pt-[12vh]">
      <ErrorState title="This page could not be shown" onRetry={retry}>
        Nothing was changed. Operations that were already sent continue.
      </ErrorState>
    </main>
  );
}
