"use client";

import { PenLine, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { Fragment, type ReactNode, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { type OperationSummary, useIsGranted, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel, JobStatus } from "#lib/job-record/model";
import { PrintReceipt } from "./print-receipt.tsx";
import { isUnsettled } from "./unsettled.ts";
import { useSimilarForm } from "./use-similar-form.ts";
import { words } from "./words.ts";

const CancelQuestion = dynamic(() => import("./cancel-question.tsx").then((module) => module.CancelQuestion), {
  ssr: false,
});
const loadChanges = () => import("./job-change.tsx");
const CancelJob = dynamic(() => loadChanges().then((module) => module.CancelJob), { ssr: false });
const TryAgain = dynamic(() => loadChanges().then((module) => module.TryAgain), { ssr: false });
const OpenRetry = dynamic(() => loadChanges().then((module) => module.OpenRetry), { ssr: false });
const BookVisit = dynamic(() => import("./book-visit.tsx").then((module) => module.BookVisit), { ssr: false });
const NotCancelled = dynamic(() => loadChanges().then((module) => module.NotCancelled), { ssr: false });

interface JobActionsProps {
  job: JobDetailModel;
  state: JobStatus;
  /** Closes the panel; absent if nothing can be closed. */
  onDone: (() => void) | undefined;
}

interface Action {
  id: string;
  /** Renders the button; one that is gone stays for a person who points at the buttons, and does nothing. */
  show: (gone: boolean) => ReactNode;
}

const idOf = ({ id }: Action) => id;

/**
 * Shows the actions of a job: close it, print its receipt, book a visit for a new patient, cancel or retry it, or open its request in a new form. While a person
 * points at them none moves: one that is no longer possible stays, and a new one follows the others.
 */
export function JobActions({ job, state, onDone }: JobActionsProps) {
  const operation = useOperation(job.type);
  const [mayCancel, mayRetry] = [useIsGranted("jobs:cancel"), useIsGranted("jobs:retry")];
  const [answer, setAnswer] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const isKept = job.forgotten_at === null;
  const isNext = isNextStep(job, state);
  // The question stays, with the server's refusal, if the next attempt begins meanwhile.
  const mayAsk = isKept && mayCancel && (state === "queued" || (state === "running" && asking));
  const action = (id: string, isShown: boolean, show: Action["show"]) => (isShown ? [{ id, show }] : []);
  const again = operation
    ? action(isUnsettled(job) ? "correct" : "again", isKept, (gone) => (
        <Again job={job} isNext={isNext} operation={operation} gone={gone} />
      ))
    : [];
  const actions: Action[] = [
    ...action("done", onDone !== undefined, (gone) => (
      <Button
        variant={state === "completed" ? "primary" : "secondary"}
        gone={gone}
        {...(onDone && { onPress: onDone })}
      >
        {words.done}
      </Button>
    )),
    ...action("receipt", state === "completed" && job.status === "completed", (gone) => (
      <PrintReceipt job={job} gone={gone} />
    )),
    ...action("book", job.identifiers.patient_id !== undefined && isOnItsWay(state), (gone) => (
      <BookVisit job={job} gone={gone} />
    )),
    ...(isNext ? again : []),
    ...action("cancel", mayAsk, (gone) => <CancelJob gone={gone} onPress={() => setAsking(true)} />),
    ...(isKept && mayRetry && state === "failed" ? [retryOf(job)] : []),
    ...(isNext ? [] : again),
  ];
  const box = useRef<HTMLDivElement>(null);
  const { rows, markOf } = useHeldRows(actions, { list: box, keyOf: idOf, part: String(job.job_id), all: actions });
  const held = new Set(rows.map(idOf));
  return (
    <div ref={box} data-held-list="" className="flex flex-wrap gap-2 empty:hidden">
      {[...rows, ...actions.filter(({ id }) => !held.has(id))].map((each) => (
        <Fragment key={each.id}>{each.show(markOf(each) !== null)}</Fragment>
      ))}
      {mayAsk && asking ? <CancelQuestion job={job} onClose={() => setAsking(false)} onAnswer={setAnswer} /> : null}
      {isKept && mayCancel && state === "completed" && answer !== null ? <NotCancelled answer={answer} /> : null}
    </div>
  );
}

const retryOf = (job: JobDetailModel): Action => {
  const { retried_as: retriedAs } = job;
  return retriedAs === null
    ? { id: "retry", show: (gone) => <TryAgain job={job} gone={gone} /> }
    : { id: "open-retry", show: (gone) => <OpenRetry jobId={retriedAs} gone={gone} /> };
};

/** Returns whether the EMR has done, or may still do, what a job asks for. */
const isOnItsWay = (state: JobStatus): boolean => state !== "failed" && state !== "cancelled";

/** Returns whether sending a similar request is what most people do next: a refused one must be corrected first. */
const isNextStep = (job: JobDetailModel, state: JobStatus): boolean =>
  (state === "cancelled" && job.attempts === 0) || (state === "failed" && job.refused && isUnsettled(job));

interface AgainProps {
  job: JobDetailModel;
  /** True if it is what most people do next. */
  isNext: boolean;
  operation: OperationSummary;
  gone: boolean;
}

function Again({ job, isNext, operation, gone }: AgainProps) {
  const open = useSimilarForm(job, operation);
  const [opening, setOpening] = useState(false);
  const corrects = isUnsettled(job);
  return (
    <Button
      pending={opening}
      gone={gone}
      variant={isNext ? "primary" : "secondary"}
      icon={corrects ? <PenLine aria-hidden="true" /> : <Plus aria-hidden="true" />}
      onPress={() => {
        setOpening(true);
        void open().finally(() => setOpening(false));
      }}
    >
      {corrects ? words.correctAndSend : words.anotherOneLikeThis}
    </Button>
  );
}
