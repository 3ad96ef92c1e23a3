import { formatDate } from "#components/ui/time-words";
import type { NameOf } from "#lib/client/choices";
import { formatMoney } from "#lib/core/money";
import type { FormQuestion } from "#lib/models/form";
import type { FormField } from "#lib/operations/definition";
import { fieldLabel, fieldValue } from "./field-words.ts";

export interface RecordLine {
  name: string;
  label: string;
  value: string;
}

export interface RecordWords {
  /** The fields of the operation's form, in its order: their labels and options are those of the panel too. */
  form: Record<string, FormField>;
  /** What the form's pickers call the values that they send. */
  nameOf: NameOf;
  /** Those of the questionnaire that was answered, where there is one. */
  questions?: readonly FormQuestion[];
}

/** The fields of a result that name fields of the request. */
const NAMES_FIELDS = new Set(["updated_fields"]);

const listWords = (value: unknown, inWords: (entry: string) => string) =>
  (Array.isArray(value) ? value : [value]).map((entry) => inWords(String(entry))).join(", ");

/** "Feeling nervous: Several days" for each answer. */
const answerLines = (answers: Record<string, unknown>, questions: readonly FormQuestion[]): RecordLine[] =>
  Object.entries(answers).map(([id, answer]) => {
    const question = questions.find(({ emrQuestionId }) => emrQuestionId === id);
    const option = question?.options.find(
      ({ value, score }) => value === answer || (score !== null && String(score) === answer),
    );
    return { name: `answers.${id}`, label: question?.text ?? id, value: option?.label ?? String(answer) };
  });

function formValue(field: FormField, value: unknown, nameOf: NameOf): string {
  if (field.widget === "money") return formatMoney(value as number);
  if (field.widget === "date") return formatDate(String(value));
  return listWords(value, (entry) => {
    const option = field.options?.find((each) => each.value === entry);
    return option?.label ?? nameOf(field.widget, entry);
  });
}

/** A request or a result in the words of the operation's form: what it asks for comes first, empty fields not at all. */
export function recordLines(record: Record<string, unknown>, { form, nameOf, questions = [] }: RecordWords) {
  const names = [...Object.keys(form).filter((name) => name in record), ...Object.keys(record)];
  return [...new Set(names)].flatMap((name): RecordLine[] => {
    const [field, value] = [form[name], record[name]];
    const words = fieldValue(name, value);
    if (words === null) return [];
    if (field?.widget === "answers") return answerLines(value as Record<string, unknown>, questions);
    const label = field?.label ?? fieldLabel(name);
    if (NAMES_FIELDS.has(name))
      return [{ name, label, value: listWords(value, (entry) => form[entry]?.label ?? entry) }];
    return [{ name, label, value: field ? formValue(field, value, nameOf) : words }];
  });
}
