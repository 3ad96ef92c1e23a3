"use client";

import { ErrorState } from "#components/ui/error-state";

/** In place of a page that could not be made. */
export default function PageError({ retry }: { retry: () => void }) {
  return (
    <main className="pt-[12vh]">
      <ErrorState title="This page could not be shown" onRetry={retry}>
        Nothing was changed. What was sent before goes on by itself.
      </ErrorState>
    </main>
  );
}
