"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "#components/ui/error-state";
import { Skeleton } from "#components/ui/skeleton";
import { type Opening, openings, type WantedOpenings } from "#lib/browser/api/openings";
import { useAccountId } from "#lib/browser/session/account";
import { OpeningList } from "./opening-list.tsx";
import { words } from "./words.ts";

interface FoundOpeningsProps {
  wanted: WantedOpenings;
  /** Shown in place of openings if there are none. */
  none: ReactNode;
  onChoose: (opening: Opening) => void;
}

/** Reads and lists the openings that are wanted. */
export function FoundOpenings({ wanted, none, onChoose }: FoundOpeningsProps) {
  const { data, isPending, isError, error, refetch } = useQuery(openings(useAccountId(), wanted));
  if (isPending) return <Skeleton className="h-40 w-full" />;
  if (isError && !data) {
    return (
      <ErrorState title={words.notLoaded} onRetry={() => void refetch()}>
        {error.message}. {words.nothingChanged}
      </ErrorState>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {data.isByHours && data.openings.length > 0 ? <p className="text-sm text-muted">{words.byHours}</p> : null}
      {data.warnings.map((warning) => (
        <p key={warning} className="text-sm text-muted">
          {warning}
        </p>
      ))}
      {data.openings.length === 0 ? none : <OpeningList openings={data.openings} onChoose={onChoose} />}
    </div>
  );
}
