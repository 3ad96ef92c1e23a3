"use client";

import { ErrorState } from "#components/ui/error-state";

/** In place of a page of the account; the frame around it stays usable. */
export default function AccountPageError({ retry }: { retry: () => void }) {
  return (
    <ErrorState title="This page could not be shown" onRetry={retry}>
      Nothing was changed. What was sent before goes on by itself.
    </ErrorState>
  );
}
