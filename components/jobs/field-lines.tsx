"use client";

import { KeyValueList } from "#components/ui/key-value-list";
import type { FormField } from "#lib/definitions/operation";
import { recordWords } from "./field-lines-words.ts";
import { recordLines } from "./record-lines.ts";
import { useQuestionnaire } from "./use-questionnaire.ts";
import { useRecordNames } from "./use-record-names.ts";
import { words } from "./words.ts";

/** Records that results name by internal id, but forms by the id in their path. */
const RECORD_FIELDS: Record<string, FormField> = {
  referral_id: { label: words.referral, widget: "referral" },
  appointment_id: { label: recordWords.appointment, widget: "visit" },
  recall_id: { label: recordWords.recall, widget: "recall" },
};

interface FieldLinesProps {
  /** The fields of the operation's form; undefined for internal jobs. */
  form: Record<string, FormField> | undefined;
  /** The request or the result. */
  record: Record<string, unknown>;
}

/** Shows the fields of a job's request or result with the labels and option names of the operation's form. */
export function FieldLines({ form: own, record }: FieldLinesProps) {
  const form: Record<string, FormField> = { ...RECORD_FIELDS, ...own };
  const nameOf = useRecordNames(form, record);
  const { data: questionnaire } = useQuestionnaire(record).query;
  const lines = recordLines(record, { form, nameOf, ...(questionnaire && { questionnaire }) });
  return (
    <KeyValueList
      items={lines.map(({ value, ...line }) => ({
        ...line,
        // Keeps the line breaks of notes.
        value: <span className="whitespace-pre-wrap">{value}</span>,
      }))}
    />
  );
}
