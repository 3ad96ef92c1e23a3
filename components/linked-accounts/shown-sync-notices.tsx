"use client";

import { useQuery } from "@tanstack/react-query";
import { WaitingJobs } from "#components/jobs/waiting-jobs";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { RelativeTime } from "#components/ui/relative-time";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { accountSync } from "#lib/browser/api/account-sync";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccount, useAccountId, useMay } from "#lib/browser/session/account";
import { emptyScheduleOf } from "./empty-schedule.ts";
import { words } from "./notice-words.ts";
import { heldWords, kindWords } from "./sync-words.ts";

/** Returns the reasons why kinds are degraded, each once, with a period. */
const reasonsOf = (kinds: readonly SyncKindModel[]): string =>
  [...new Set(kinds.flatMap(({ reason }) => reason ?? []))].map((reason) => `${reason.replace(/\.$/, "")}.`).join(" ");

/** Returns the oldest complete reading of some kinds; null if one of them was never read completely. */
function oldestOf(kinds: readonly SyncKindModel[]): string | null {
  const times = kinds.map(({ synced_at }) => synced_at);
  return times.includes(null) ? null : (times.toSorted()[0] ?? null);
}

/** Warns about kinds of records that cannot be read, a schedule that shows nothing, and short answers that a person must judge. */
export function ShownSyncNotices() {
  const accountId = useAccountId();
  const { data: kinds = [] } = useQuery(accountSync(accountId));
  const { data: state } = useQuery(linkedAccountState(accountId));
  // The notice of an outage, and that of a limit of calls, count the waiting jobs themselves.
  const isCounted = Boolean(state?.emr_out_since ?? state?.backlog);
  const isAdmin = useMay("linked-accounts:update");
  const degraded = kinds.filter(({ status }) => status === "degraded");
  const oldest = oldestOf(degraded);
  const emptySchedule = emptyScheduleOf(kinds, useAccount().unsupported_kinds);
  const action = (label: string) =>
    isAdmin ? (
      <ButtonLink size="sm" aria-label={label} href={`/a/${accountId}/integrations`}>
        {words.view}
      </ButtonLink>
    ) : null;
  return (
    <>
      {degraded.length > 0 && !state?.login_required_since ? (
        <Banner
          tone="warning"
          title={words.degraded(degraded.map(({ kind }) => kindWords(kind)).join(", "))}
          action={action(words.viewDegraded)}
        >
          {reasonsOf(degraded)}{" "}
          {oldest ? (
            <>
              {words.asOf} <RelativeTime at={oldest} />.{" "}
            </>
          ) : null}
          {words.triedAgain} {isCounted ? null : <WaitingJobs />}
        </Banner>
      ) : null}
      {emptySchedule ? (
        <Banner tone="warning" title={emptySchedule.title} action={action(words.viewEmptySchedule)}>
          {emptySchedule.reason}
        </Banner>
      ) : null}
      {kinds.map((kind) => {
        const answer = heldWords(kind);
        return answer === null ? null : (
          <Banner
            key={kind.kind}
            tone="warning"
            title={words.nothingRemoved(answer)}
            action={action(words.viewShortAnswer(kindWords(kind.kind)))}
          >
            {isAdmin ? words.adminAccepts : words.adminMayAccept}
          </Banner>
        );
      })}
    </>
  );
}
