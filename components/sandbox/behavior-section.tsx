"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ErrorState } from "#components/ui/error-state";
import { Section } from "#components/ui/section";
import { Skeleton } from "#components/ui/skeleton";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { sandboxBehavior } from "#lib/browser/api/sandbox-behavior";
import { useAccount } from "#lib/browser/session/account";
import { BehaviorSwitches } from "./behavior-switches.tsx";
import { words } from "./words.ts";

/** The form loads the schema of its body, which the first view does not need. */
const BehaviorForm = dynamic(() => import("./behavior-form.tsx").then((module) => module.BehaviorForm), {
  ssr: false,
  loading: () => <div className="min-h-152 max-md:min-h-400" />,
});

const isOpening = (error: unknown) => error instanceof ApiFailure && error.status === 404;

/** Shows the settings of the simulated EMR behind this page's account. */
export function BehaviorSection() {
  const account = useAccount();
  const query = useQuery({
    ...sandboxBehavior(account.id),
    // The sandbox's practice is still being created; it is ready within moments.
    refetchInterval: ({ state }) => (isOpening(state.error) ? 2_000 : false),
  });
  return (
    <Section title={words.behavior} note={words.behaviorNote(account.name)}>
      <div className="rounded-lg border border-line bg-surface">
        {query.data ? (
          <div className="flex flex-col divide-y divide-line *:p-4">
            <BehaviorSwitches behavior={query.data} />
            <BehaviorForm behavior={query.data} />
          </div>
        ) : query.isError && !isOpening(query.error) ? (
          <ErrorState title={words.notLoaded} onRetry={() => void query.refetch()}>
            {query.error.message}. {words.nothingChanged}
          </ErrorState>
        ) : (
          <div role="status" aria-label={words.loading} className="flex min-h-194 flex-col gap-3 p-4 max-md:min-h-448">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </div>
        )}
      </div>
    </Section>
  );
}
