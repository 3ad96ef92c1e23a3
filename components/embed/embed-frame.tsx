"use client";

import { CircleSlash } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { Skeleton } from "#components/ui/skeleton";
import { useHoldingSoon } from "#components/ui/use-held-rows.ts";
import type { JobTypeSummary, OperationSummary } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { useEmbed } from "./use-embed.ts";
import { words } from "./view-words.ts";

const ShownView = dynamic(() => import("./shown-view.tsx").then((module) => module.ShownView), {
  ssr: false,
  loading: Waiting,
});

export interface EmbedFrameProps {
  /** The session in the page's URL. */
  sessionId: string;
  /** The only origin that the view exchanges messages with. */
  origin: string;
  operations: readonly OperationSummary[];
  internalJobs: readonly JobTypeSummary[];
  forms: readonly FormOutline[];
}

function Waiting() {
  return (
    <div role="status" aria-label={words.loading} className="flex flex-col gap-3 p-5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

/** A view in a partner's page, from its first message until it is closed. */
export function EmbedFrame({ sessionId, origin, operations, internalJobs, forms }: EmbedFrameProps) {
  const { state, locale } = useEmbed(sessionId, origin);
  useHoldingSoon();

  // A view has no top bar.
  useEffect(() => document.documentElement.style.setProperty("--topbar", "0px"), []);
  // Loads the view's code while the token is requested.
  useEffect(() => void import("./shown-view.tsx"), []);

  return (
    <I18nProvider locale={locale}>
      {state.kind === "waiting" ? <Waiting /> : null}
      {state.kind === "shown" ? (
        <ShownView
          session={state.session}
          link={state.link}
          operations={operations}
          internalJobs={internalJobs}
          forms={forms}
        />
      ) : null}
      {state.kind === "closed" ? (
        <EmptyState icon={<CircleSlash aria-hidden="true" />} title={words.closed}>
          {words.closedHint}
        </EmptyState>
      ) : null}
      {state.kind === "refused" ? (
        <ErrorState title={words.notOpened} onRetry={state.tryAgain}>
          {state.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
    </I18nProvider>
  );
}
