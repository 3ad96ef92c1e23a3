import { queryOptions } from "@tanstack/react-query";
import type { Prefill } from "#lib/browser/drafts/opening";
import { patientDetail } from "./patients.ts";
import { referralDetail } from "./referrals.ts";

/** The records whose present values the form of a change shows. */
export type PresentRecord = "referral" | "patient";

/** Reads a record through its own cached query: the present values, of which a form sends what differs. */
export const presentValues = (accountId: string, kind: PresentRecord, id: string) =>
  queryOptions({
    queryKey: ["present-values", kind, accountId, id],
    queryFn: ({ client }): Promise<Prefill> =>
      kind === "patient"
        ? client.fetchQuery(patientDetail(accountId, id))
        : client.fetchQuery(referralDetail(accountId, id)),
    gcTime: 0,
  });
