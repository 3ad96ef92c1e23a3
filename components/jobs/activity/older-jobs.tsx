"use client";

import { Button } from "#components/ui/button";
import type { useActivity } from "./use-activity.ts";
import { words } from "./words.ts";

/** Loads the next page of the jobs, if there is one. */
export function OlderJobs({ query }: Pick<ReturnType<typeof useActivity>, "query">) {
  if (!query.hasNextPage) return null;
  return (
    <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} className="self-center">
      {words.showOlderJobs}
    </Button>
  );
}
