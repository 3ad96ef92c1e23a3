"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ErrorState } from "#components/ui/error-state";
import { Skeleton } from "#components/ui/skeleton";
import { useDark } from "#components/ui/use-dark";
import { openApi } from "#lib/browser/api/openapi";
import { useAccount } from "#lib/browser/session/account";
import { words } from "./words.ts";

function Waiting() {
  return (
    <div role="status" aria-label={words.loading} className="flex flex-col gap-3 p-6">
      {["w-1/3", "w-2/3", "w-1/2", "w-3/4"].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

/** By far the console's largest library: only this page loads it. */
const Reference = dynamic(async () => (await import("./reference.tsx")).Reference, { ssr: false, loading: Waiting });

/** Shows the API reference, generated from the validation schemas. Its requests can be tried on this account. */
export function ApiReferencePage() {
  const account = useAccount();
  const query = useQuery(openApi(account.id));
  const dark = useDark();
  if (query.isError) {
    return (
      <ErrorState title={words.notLoaded} onRetry={() => void query.refetch()}>
        {query.error.message}.
      </ErrorState>
    );
  }
  if (!query.data) return <Waiting />;
  return (
    <div className="bg-surface">
      <header className="flex flex-col gap-1 border-line border-b px-4 py-5 lg:px-6">
        <h1 className="font-semibold text-xl">{words.apiReference}</h1>
        <p className="text-muted">
          {words.requestsAreReal} <strong>{account.name}</strong>. {words.typedClient}{" "}
          <a href="/client" className="text-accent-text underline">
            {"/client"}
          </a>
          .
        </p>
      </header>
      <Reference document={query.data} accountId={account.id} dark={dark} />
    </div>
  );
}
