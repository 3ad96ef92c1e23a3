import { formatDate } from "#components/ui/time-words";
import type { NameOf } from "#lib/browser/api/choice-names";
import { chosenOption, numbered, scoreOf } from "#lib/browser/drafts/score";
import type { FormField } from "#lib/definitions/operation";
import { formatMoney } from "#lib/kernel/money";
import type { FormDetailModel, FormQuestion } from "#lib/resources/forms/model";
import { fieldLabel, fieldValue } from "./field-words.ts";
import { words } from "./words.ts";

export interface RecordLine {
  name: string;
  label: string;
  value: string;
}

export interface RecordWords {
  /** The fields of the operation's form in its order, with their labels and options. */
  form: Record<string, FormField>;
  /** Returns the display name of a picker's value. */
  nameOf: NameOf;
  /** The answered questionnaire, if any. */
  questionnaire?: Pick<FormDetailModel, "questions" | "scored" | "stem">;
}

/** Result fields whose values are names of request fields. */
const NAMES_FIELDS = new Set(["updated_fields"]);

const listWords = (value: unknown, inWords: (entry: string) => string) =>
  (Array.isArray(value) ? value : [value]).map((entry) => inWords(String(entry))).join(", ");

/** Returns the line of an answer: "2. Feeling nervous: Several days · 1". */
function answerLine(id: string, answer: string, questions: readonly FormQuestion[]): RecordLine {
  const index = questions.findIndex(({ emrQuestionId }) => emrQuestionId === id);
  const question = questions[index];
  const option = question && chosenOption(question, answer);
  const value = option ? [option.label, option.score].filter((part) => part !== null).join(" · ") : String(answer);
  return { name: `answers.${id}`, label: question ? numbered(question, index) : id, value };
}

/** Returns the stem, a line for each answer, and the total of a scored questionnaire. */
function answerLines(answers: Record<string, string>, questionnaire: RecordWords["questionnaire"]): RecordLine[] {
  const { questions, scored, stem } = questionnaire ?? { questions: [], scored: false, stem: null };
  const lines = Object.entries(answers).map(([id, answer]) => answerLine(id, answer, questions));
  if (stem !== null) lines.unshift({ name: "stem", label: words.questions, value: stem });
  const { total, answered, highest } = scoreOf(questions, answers);
  if (!scored || answered === 0) return lines;
  return [...lines, { name: "score", label: words.calculatedTotal, value: `${total} of ${highest}` }];
}

function formValue(field: FormField, value: unknown, nameOf: NameOf): string {
  if (field.widget === "money") return formatMoney(value as number);
  if (field.widget === "date") return formatDate(String(value));
  return listWords(value, (entry) => {
    const option = field.options?.find((each) => each.value === entry);
    return option?.label ?? nameOf(field.widget, entry);
  });
}

/** Formats a request or a result with the form's labels: the form's fields first, without empty fields and what another says. */
export function recordLines(record: Record<string, unknown>, { form, nameOf, questionnaire }: RecordWords) {
  const names = [...Object.keys(form).filter((name) => name in record), ...Object.keys(record)];
  return [...new Set(names)].flatMap((name): RecordLine[] => {
    const [field, value] = [form[name], record[name]];
    const plain = fieldValue(name, value);
    if (plain === null || (field?.sameAs !== undefined && record[field.sameAs] === value)) return [];
    if (field?.widget === "answers") return answerLines(value as Record<string, string>, questionnaire);
    const label = field?.label ?? fieldLabel(name);
    if (NAMES_FIELDS.has(name))
      return [{ name, label, value: listWords(value, (entry) => form[entry]?.label ?? entry) }];
    return [{ name, label, value: field && !field.parts ? formValue(field, value, nameOf) : plain }];
  });
}
