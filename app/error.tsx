"use client";

import { words } from "#components/shell/words.ts";
import { ErrorState } from "#components/ui/error-state";

/** Shown if a page failed to render. */
export default function PageError({ retry }: { retry: () => void }) {
  return (
    <main className="pt-[12vh]">
      <ErrorState title={words.pageNotShown} onRetry={retry}>
        {words.pageNotShownHint}
      </ErrorState>
    </main>
  );
}
