import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { openApi } from "#lib/browser/api/openapi";
import { useAccountId, useOperations } from "#lib/browser/session/account";
import { draftSummary, summariesOf } from "./route-words.ts";
import { predicate } from "./sentence.ts";
import { OTHER_ACTIONS } from "./sentence-words.ts";

/**
 * Returns a function that says what an entry's actor did, in the words of the API's description, or by the action's
 * name while the description loads.
 */
export function useSentences(): (entry: AuditEntryModel) => string {
  const { data } = useQuery(openApi(useAccountId()));
  const operations = useOperations();
  const summaries = useMemo(() => (data ? summariesOf(data) : null), [data]);
  return useCallback(
    (entry: AuditEntryModel) => {
      const summary =
        summaries?.get(entry.route) ?? OTHER_ACTIONS[entry.action] ?? draftSummary(entry.action, operations);
      return summary ? predicate(summary, entry) : entry.action;
    },
    [summaries, operations],
  );
}
