"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, useId } from "react";
import { useWatch } from "react-hook-form";
import { AnswerAlert } from "#components/jobs/answer-alerts";
import { ErrorLine } from "#components/ui/error-line";
import { ErrorState } from "#components/ui/error-state";
import type { FieldProps } from "#components/ui/field";
import { RadioGroup } from "#components/ui/radio-group";
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { TextArea } from "#components/ui/text-area";
import { formDetail } from "#lib/browser/api/forms";
import { numbered, raisedAlerts, scoreOf, unanswered } from "#lib/browser/drafts/score";
import { useAccountId } from "#lib/browser/session/account";
import type { FormQuestion } from "#lib/resources/forms/model";
import { words } from "./words.ts";

type Answers = Record<string, string>;

interface AnswersFieldProps extends FieldProps {
  /** Name of the field that selects the questionnaire. */
  form: string;
  /** Answers by `emrQuestionId` (interface 4.3). */
  value: Answers;
  onChange: (answers: Answers) => void;
}

interface QuestionProps {
  question: FormQuestion;
  label: string;
  answer: string;
  error: string | undefined;
  onAnswer: (answer: string) => void;
  onBlur?: (() => void) | undefined;
}

function Question({ question, label, answer, error, onAnswer, onBlur }: QuestionProps) {
  const { required, type, options } = question;
  const shared = { label, required, value: answer, error, onBlur };
  if (type === "text") return <TextArea {...shared} onChange={onAnswer} rows={2} />;
  const choices = options.map(({ value, label: name, score }) => ({
    id: value,
    name,
    ...(score === null ? {} : { detail: String(score) }),
  }));
  return <RadioGroup {...shared} onChange={onAnswer} options={choices} />;
}

/** Shows the questions of the selected questionnaire, with the running total of a scored one. */
export function AnswersField({ form, label, help, error, value, onChange, onBlur }: AnswersFieldProps) {
  const formId = String(useWatch({ name: form }) ?? "");
  const errorId = useId();
  const { data, isError, refetch } = useQuery({ ...formDetail(useAccountId(), formId), enabled: formId !== "" });
  if (formId === "") return <p className="text-sm text-faint">{help ?? words.chooseForm}</p>;
  if (isError) return <ErrorState title={words.questionsNotLoaded} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const { total, answered, highest } = scoreOf(data.questions, value);
  const alerts = raisedAlerts(data.questions, value);
  const missing = error ? unanswered(data.questions, value) : [];
  const answer = (id: string, given: string) => {
    const { [id]: _, ...others } = value;
    onChange(given === "" ? others : { ...others, [id]: given });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-4" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-sm font-medium">
        {label}: {data.name}
      </legend>
      <SetAsideBanner reason={data.set_aside} />
      {data.stem === null ? null : <p className="text-sm text-muted">{data.stem}</p>}
      {data.questions.map((question, index) => (
        <Fragment key={question.emrQuestionId}>
          <Question
            question={question}
            label={numbered(question, index)}
            answer={value[question.emrQuestionId] ?? ""}
            error={missing.includes(index + 1) ? words.answerQuestion : undefined}
            onAnswer={(given) => answer(question.emrQuestionId, given)}
            onBlur={onBlur}
          />
          {alerts
            .filter(({ number }) => number === index + 1)
            .map((alert) => (
              <AnswerAlert key={alert.answer} alert={alert} />
            ))}
        </Fragment>
      ))}
      {data.scored ? (
        <output className="flex items-baseline justify-between rounded-md bg-sunken px-3 py-2">
          <span className="text-sm text-muted">
            {words.totalSoFar(answered, data.questions.length)}
            <span className="block text-xs text-faint">{words.emrTotalCounts}</span>
          </span>
          <span className="text-lg font-semibold">
            {total} <span className="text-sm font-normal text-faint">{words.ofHighest(highest)}</span>
          </span>
        </output>
      ) : null}
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
    </fieldset>
  );
}
