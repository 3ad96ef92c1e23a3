"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OpenSlots } from "#components/providers/open-slots";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { Select } from "#components/ui/select";
import { Skeleton } from "#components/ui/skeleton";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import type { ProviderModel } from "#lib/resources/providers/model";
import { words } from "./view-words.ts";

const isOffered = ({ status, hide_in_availability }: ProviderModel) =>
  status === "active" && hide_in_availability !== "true";
const nameOf = (provider: ProviderModel) => [fullName(provider), provider.specialty].filter(Boolean).join(" · ");

/** Lists the open slots of one provider, or of a provider selected among those offered to patients. */
export function AvailabilityView({ providerId }: { providerId: string | null }) {
  const query = useQuery(providers(useAccountId()));
  const [chosen, setChosen] = useState(providerId ?? "");
  const offered = (query.data ?? []).filter((one) => (providerId === null ? isOffered(one) : one.id === providerId));
  const shown = offered.find(({ id }) => id === chosen) ?? offered[0];
  if (query.isPending) return <Skeleton className="m-4 h-64" />;
  if (query.isError && !query.data) {
    return (
      <ErrorState title={words.providersNotLoaded} onRetry={() => void query.refetch()}>
        {query.error.message}. {words.nothingChanged}
      </ErrorState>
    );
  }
  if (!shown) return <EmptyState title={words.noProviders}>{words.noProvidersHint}</EmptyState>;
  return (
    <div className="flex flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold">{providerId === null ? words.availability : nameOf(shown)}</h1>
      {providerId === null ? (
        <Select
          label={words.provider}
          options={offered.map((one) => ({ id: one.id, name: nameOf(one) }))}
          value={shown.id}
          onChange={setChosen}
          className="max-w-80"
        />
      ) : null}
      <OpenSlots key={shown.id} provider={shown} />
    </div>
  );
}
