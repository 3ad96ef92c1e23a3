"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#components/ui/error-state";
import { Section } from "#components/ui/section";
import { Skeleton } from "#components/ui/skeleton";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { sandboxBehavior } from "#lib/browser/api/sandbox-behavior";
import { useAccount } from "#lib/browser/session/account";
import { BehaviorForm } from "./behavior-form.tsx";
import { BehaviorSwitches } from "./behavior-switches.tsx";

const isOpening = (error: unknown) => error instanceof ApiFailure && error.status === 404;

/** How the simulated EMR behind this page's account is set to behave. */
export function BehaviorSection() {
  const account = useAccount();
  const query = useQuery({
    ...sandboxBehavior(account.id),
    // Its practice is being opened: a moment later it is there.
    refetchInterval: ({ state }) => (isOpening(state.error) ? 2_000 : false),
  });
  return (
    <Section title="Sandbox behavior" note={`What the simulated EMR of ${account.name} does. Others are not touched.`}>
      <div className="rounded-lg border border-line bg-surface">
        {query.data ? (
          <div className="grid gap-x-8 gap-y-6 p-4 md:grid-cols-2">
            <BehaviorSwitches behavior={query.data} />
            <BehaviorForm behavior={query.data} />
          </div>
        ) : query.isError && !isOpening(query.error) ? (
          <ErrorState title="The behavior could not be loaded" onRetry={() => void query.refetch()}>
            {query.error.message}. Nothing was changed.
          </ErrorState>
        ) : (
          <div
            role="status"
            aria-label="Loading the sandbox behavior"
            className="flex min-h-84 flex-col gap-3 p-4 max-md:min-h-128"
          >
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </div>
        )}
      </div>
    </Section>
  );
}
