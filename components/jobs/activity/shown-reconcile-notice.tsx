"use client";

import { useQuery } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { toReconcile } from "#lib/browser/live/to-reconcile";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { lostAnswersTitle, unstoredAnswersTitle } from "./reconcile-words.ts";
import { words } from "./today-words.ts";

interface NoticeProps {
  tone: "warning" | "danger";
  title: string;
  /** The next step for an admin. */
  step: string;
  /** The button's accessible name, unique on the page. */
  label: string;
}

function Notice({ tone, title, step, label }: NoticeProps) {
  const accountId = useAccountId();
  const maySettle = useMay("jobs:reconcile");
  return (
    <Banner
      tone={tone}
      title={title}
      action={
        maySettle ? (
          <ButtonLink size="sm" aria-label={label} href={`/a/${accountId}/to-reconcile`}>
            {words.reconcile}
          </ButtonLink>
        ) : null
      }
    >
      {maySettle ? step : words.askAdmin} {words.noOutcome}
    </Banner>
  );
}

/** Warns about jobs that a user must reconcile: lost answers, and separately answers that could not be stored. */
export function ShownReconcileNotice() {
  const { data: jobs = [] } = useQuery(toReconcile(useAccountId()));
  const unstored = jobs.filter(({ standing }) => standing.doubt === "answer_not_stored");
  const lost = jobs.filter(({ standing }) => standing.doubt !== "answer_not_stored");
  return (
    <>
      {lost.length > 0 ? (
        <Notice tone="warning" title={lostAnswersTitle(lost)} step={words.lookInEmr} label={words.reconcileHeld} />
      ) : null}
      {unstored.length > 0 ? (
        <Notice
          tone="danger"
          title={unstoredAnswersTitle(unstored)}
          step={words.checkReason}
          label={words.reconcileUnstored}
        />
      ) : null}
    </>
  );
}
