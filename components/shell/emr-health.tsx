"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { WaitingJobs } from "#components/jobs/waiting-jobs";
import { Banner } from "#components/ui/banner";
import { useNow } from "#components/ui/use-now";
import { accountSync } from "#lib/browser/api/account-sync";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccount } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { accountStateOf, isSyncDegraded } from "./account-words.ts";
import { words } from "./words.ts";

/** Loaded when the EMR is out, or work waits for its limit: seldom. */
const EmrOut = dynamic(() => import("./emr-out.tsx").then((module) => module.EmrOut), { loading: () => null });
const Backlog = dynamic(() => import("./emr-backlog.tsx").then((module) => module.EmrBacklog), { loading: () => null });

/** The state of the account's EMR on the page Today: whether it answers, its limit, the last sync, and pending jobs. */
export function EmrHealth() {
  const account = useAccount();
  const { data } = useQuery(linkedAccountState(account.id));
  const { data: kinds = [] } = useQuery(accountSync(account.id));
  const now = useNow(60_000) ?? Date.now();
  const known = data ?? {
    ...account,
    emr_out_since: null,
    login_required_since: null,
    failed_in_outage: 0,
    backlog: null,
  };
  const { state, words: standing } = accountStateOf(known, now);
  const name = emrName(account.emr_type);
  const backlog = known.backlog ? <Backlog backlog={known.backlog} now={now} /> : null;
  // The frame says above every page that the credentials are refused, beside which a good state would contradict it.
  if (data?.login_required_since) return backlog;
  if (state === "out") {
    return (
      <>
        <EmrOut failedJobs={known.failed_in_outage} standing={standing} />
        {backlog}
      </>
    );
  }
  // Banners of their own name the degraded kinds, beside which a good state would contradict them.
  if (isSyncDegraded(kinds)) return backlog;
  // The frame shows the progress of a first sync on every page.
  if (known.synced_at === null) return backlog;
  return (
    <>
      {backlog}
      {state === "fresh" ? (
        <p className="flex min-h-5 gap-1.5 text-sm text-muted" suppressHydrationWarning>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          <span>
            {words.noOutage(name, standing)} <WaitingJobs />
          </span>
        </p>
      ) : (
        <Banner tone="warning" title={`${name}: ${standing}`}>
          {words.syncMissed} <WaitingJobs />
        </Banner>
      )}
    </>
  );
}
