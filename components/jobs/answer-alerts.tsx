"use client";

import { Banner } from "#components/ui/banner";
import { type RaisedAlert, raisedAlerts } from "#lib/browser/drafts/score";
import { useQuestionnaire } from "./use-questionnaire.ts";
import { words } from "./words.ts";

/** Shows an alert that an answer raises; it is announced when it appears. */
export function AnswerAlert({ alert: { number, answer, text } }: { alert: RaisedAlert }) {
  return (
    <Banner tone="danger" title={words.answerAlert(number, answer)} announce>
      {text}
    </Banner>
  );
}

/** Shows the alerts that the answers in a job's request raise (decisions §5), whatever became of the job. */
export function AnswerAlerts({ request }: { request: Record<string, unknown> }) {
  const { answers, query } = useQuestionnaire(request);
  if (query.isError) {
    return (
      <Banner tone="warning" title={words.formNotLoaded}>
        {words.formNotLoadedHint}
      </Banner>
    );
  }
  return raisedAlerts(query.data?.questions ?? [], answers).map((alert) => (
    <AnswerAlert key={alert.number} alert={alert} />
  ));
}
