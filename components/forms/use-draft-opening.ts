import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { findWaitingDraft } from "#lib/browser/api/drafts";
import { presentValues } from "#lib/browser/api/present-values";
import type { Opening, Prefill } from "#lib/browser/drafts/opening";
import { type OperationSummary, useAccountId } from "#lib/browser/session/account";
import type { DraftModel } from "#lib/drafts/model";
import { changedRecord } from "./changed-record.ts";

interface Asked {
  accountId: string;
  operation: OperationSummary;
  /** The draft's id. */
  id: string;
}

/** Returns the present values of the record that a draft changes, so that only what differs from them is sent. */
async function standingOf(
  { fields }: DraftModel,
  { accountId, operation }: Asked,
  client: QueryClient,
): Promise<Prefill> {
  const record = changedRecord(operation);
  const id = record && fields[record.parameter];
  if (!record || typeof id !== "string") return {};
  // If loading fails, the form starts with the drafted values only.
  return client.fetchQuery(presentValues(accountId, record.kind, id)).catch(() => ({}));
}

/** Reads a draft once: what happens to it elsewhere must not empty the form in which a person checks it. */
const openingOf = (asked: Asked, client: QueryClient) =>
  queryOptions({
    queryKey: ["draft-opening", asked.accountId, asked.id],
    queryFn: async ({ signal }): Promise<Opening | "gone"> => {
      const draft = await findWaitingDraft(asked.accountId, asked.id, signal);
      if (draft?.operation !== asked.operation.id) return "gone";
      const { id, fields, drafted_by: by } = draft;
      return { prefill: fields, standing: await standingOf(draft, asked, client), drafted: { id, by } };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Returns what a form begins with that sends an assistant's draft; "gone" if it was sent or discarded. */
export function useDraftOpening(operation: OperationSummary, id: string) {
  const client = useQueryClient();
  return useQuery(openingOf({ accountId: useAccountId(), operation, id }, client));
}
