"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, CalendarSync } from "lucide-react";
import dynamic from "next/dynamic";
import { Banner } from "#components/ui/banner";
import { ErrorState } from "#components/ui/error-state";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { liveProviders } from "#lib/browser/api/providers";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import type { ProviderModel } from "#lib/resources/providers/model";
import { FlagSwitch } from "./flag-switch.tsx";
import { OpenSlots } from "./open-slots.tsx";
import { useProviderFlags } from "./provider-flags.ts";
import { REFUSAL } from "./refusal.ts";
import { useScheduleSyncs } from "./use-schedule-syncs.ts";
import { words } from "./words.ts";

const HoursEditor = dynamic(() => import("./hours/hours-editor.tsx").then((module) => module.HoursEditor), {
  ssr: false,
  loading: () => <Skeleton className="h-[28rem] w-full" />,
});

function Switches({ provider, refusal }: { provider: ProviderModel; refusal: string | null }) {
  const { active, shown, failure, coming } = useProviderFlags(provider, useScheduleSyncs().get(provider.id));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <FlagSwitch {...active} caption={words.active} refusal={refusal} />
        <FlagSwitch {...shown} caption={words.availability} refusal={refusal} />
      </div>
      {failure ? <Banner tone="danger" title={failure} announce /> : null}
      {coming ? (
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          <CalendarSync aria-hidden="true" className="size-4 shrink-0 text-faint" />
          {coming}
        </p>
      ) : null}
    </div>
  );
}

function Provider({ provider }: { provider: ProviderModel }) {
  const mayChange = useMay("providers:update");
  const { specialty, ehr_id, npi, changed_by, changed_at } = provider;
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold break-words">{fullName(provider)}</h1>
        <p className="text-muted tabular-nums">
          {[specialty, words.emrIdOf(ehr_id), npi && words.npiOf(npi)].filter(Boolean).join(" · ")}
        </p>
        {changed_at ? (
          <p className="text-sm text-faint">
            {words.changedBy} {changed_by ?? words.theSync} <RelativeTime at={changed_at} />
          </p>
        ) : null}
      </div>
      <SetAsideBanner reason={provider.set_aside} />
      <Switches provider={provider} refusal={mayChange ? null : REFUSAL} />
      {mayChange ? null : (
        <Banner tone="info" title={REFUSAL}>
          {words.readOnlyHint}
        </Banner>
      )}
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-6 @4xl:grid-cols-[minmax(0,1fr)_18rem]">
          <HoursEditor key={provider.id} provider={provider} isReadOnly={!mayChange} />
          <OpenSlots provider={provider} />
        </div>
      </div>
    </>
  );
}

/** The page of one provider: the two switches, the working hours, and the open slots. */
export function ProviderPage({ id }: { id: string }) {
  const accountId = useAccountId();
  const query = useQuery(liveProviders(useQueryClient(), accountId));
  const provider = query.data?.find((one) => one.id === id);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <p className="flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden="true" className="size-4 text-faint" />
        <Link href={`/a/${accountId}/providers`}>{words.providers}</Link>
      </p>
      {query.isPending ? (
        <div role="status" aria-label={words.loadingTheProvider} className="flex flex-col gap-4">
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-[28rem] w-full" />
        </div>
      ) : null}
      {query.isError && !query.data ? (
        <ErrorState title={words.providerNotLoaded} onRetry={() => void query.refetch()}>
          {query.error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {query.isSuccess && !provider ? (
        <ErrorState title={words.unknownProvider}>{words.unknownProviderHint}</ErrorState>
      ) : null}
      {provider ? <Provider provider={provider} /> : null}
    </div>
  );
}
