"use client";

import { RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { ClientsSection } from "#components/api-clients/clients-section";
import { AbilityList } from "#components/linked-accounts/ability-list";
import { AccountEmr } from "#components/linked-accounts/account-emr";
import { AccountsSection } from "#components/linked-accounts/accounts-section";
import { MeaningsSection } from "#components/linked-accounts/meanings-section";
import { SyncSection } from "#components/linked-accounts/sync-section";
import { BehaviorSection } from "#components/sandbox/behavior-section";
import { Button } from "#components/ui/button";
import { Section } from "#components/ui/section";
import { Skeleton } from "#components/ui/skeleton";
import { isSandbox } from "#lib/administration/sandbox/words";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount, useOperationAt } from "#lib/browser/session/account";
import { words } from "./words.ts";

/** Loaded behind the first view. */
const Assistants = dynamic(() => import("#components/mcp-tokens/assistants").then((module) => module.Assistants), {
  ssr: false,
  loading: () => <Skeleton className="h-72" />,
});

const EmrAppsSection = dynamic(
  () => import("#components/linked-accounts/emr-apps-section").then((module) => module.EmrAppsSection),
  { ssr: false, loading: () => <Skeleton className="h-40" /> },
);

const DeskSettings = dynamic(
  () => import("#components/linked-accounts/desk-settings").then((module) => module.DeskSettings),
  {
    ssr: false,
    loading: () => <Skeleton className="h-56" />,
  },
);

/** Opens the form that syncs the settings of this page's account. */
function SyncButton() {
  const sync = useOperationAt("settings");
  const { openForm } = useAside();
  if (!sync) return null;
  return (
    <Button icon={<RefreshCw aria-hidden="true" />} onPress={() => openForm(sync.id)}>
      {sync.title}
    </Button>
  );
}

/** Shows the organization's integrations: its linked EMRs, the abilities of this page's EMR, the API clients, and the assistants. */
export function IntegrationsPage() {
  const account = useAccount();
  return (
    <div className="flex flex-col gap-8 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">{words.integrations}</h1>
      <AccountsSection />
      <SyncSection />
      <AccountEmr />
      <MeaningsSection />
      <DeskSettings />
      <Section title={words.whatItCanDo(account.name)} action={<SyncButton />}>
        <AbilityList />
      </Section>
      {isSandbox(account.emr_type) ? <BehaviorSection /> : null}
      <ClientsSection />
      <EmrAppsSection />
      <Assistants />
    </div>
  );
}
