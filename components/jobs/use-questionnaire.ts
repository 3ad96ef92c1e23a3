import { useQuery } from "@tanstack/react-query";
import { formDetail } from "#lib/browser/api/forms";
import { useAccountId } from "#lib/browser/session/account";

const isAnswers = (value: unknown): value is Record<string, string> => typeof value === "object" && value !== null;

/** Returns the answers in a job's request, by question id, and the query of the questionnaire that they answer. */
export function useQuestionnaire({ form_id: formId, answers }: Record<string, unknown>) {
  const id = typeof formId === "string" && isAnswers(answers) ? formId : "";
  const query = useQuery({ ...formDetail(useAccountId(), id), enabled: id !== "" });
  return { answers: isAnswers(answers) ? answers : {}, query };
}
