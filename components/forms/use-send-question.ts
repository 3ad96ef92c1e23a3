import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { SendQuestion } from "#lib/browser/forms/use-submitted-form";
import { inOneTab } from "#lib/browser/page/in-one-tab";
import { useAccount, useIsGranted } from "#lib/browser/session/account";
import { writtenPermissions } from "#lib/catalog/generated/written-routes";
import type { FormOutline } from "#lib/definitions/operation";

/** Loads what asks, ahead of its use. */
export const loadQuestions = () => import("./send-question.ts");

/**
 * Asks before an operation's form sends what was sent within the last day, or an unusual amount. Each question is asked
 * once: `guard` sends a body whose question was confirmed, and one that repeats a request without an answer.
 */
export function useSendQuestion(outline: FormOutline) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const mayReadRecords = useIsGranted(outline.listedIn === undefined ? "" : writtenPermissions[outline.listedIn]);
  const mayReadClaims = useIsGranted("claims:read");
  const [question, setQuestion] = useState<SendQuestion | null>(null);
  const confirmed = useRef(new Set<string>());
  const ask = async (body: FieldValues, go: () => Promise<void>, isRepeated: boolean) => {
    if (isRepeated) return go();
    const { askBeforeSending } = await loadQuestions();
    // A second tab asks once the first one's request was accepted.
    await inOneTab(`${accountId} ${outline.id}`, async () => {
      const asked = await askBeforeSending(outline, body, {
        client,
        accountId,
        timezone,
        mayReadRecords,
        mayReadClaims,
      });
      if (asked === null || confirmed.current.has(JSON.stringify(asked))) return go();
      setQuestion(asked);
    });
  };
  return {
    question,
    /** Absent if the operation's form never asks. */
    guard: outline.sameBy.length > 0 ? ask : undefined,
    /** Takes the answer: a confirmed question is not asked again. */
    answer: (isConfirmed: boolean) => {
      if (question && isConfirmed) confirmed.current.add(JSON.stringify(question));
      setQuestion(null);
    },
  };
}
