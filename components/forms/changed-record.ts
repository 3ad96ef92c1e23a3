import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { patientDetail, patientsByMrn } from "#lib/browser/api/patients";
import { referralDetail, referrals } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import type { FormOutline } from "#lib/definitions/operation";
import { targetFields } from "./target-fields.ts";

/** The record that an operation changes: the path parameter that names it, and what kind of record it is. */
export interface ChangedRecord {
  parameter: string;
  kind: "referral" | "patient";
}

/** Returns the record of an operation whose form shows its present values; undefined if there is none. */
export function changedRecord({ method, path }: Pick<FormOutline, "method" | "path">): ChangedRecord | undefined {
  if (method !== "PATCH") return undefined;
  for (const [parameter, { widget }] of Object.entries(targetFields(path)))
    if (widget === "referral" || widget === "patient") return { parameter, kind: widget };
  return undefined;
}

/** Reads a record through its own cached query: the present values, of which a form sends what differs. */
export const presentValues = (accountId: string, kind: ChangedRecord["kind"], id: string) =>
  queryOptions({
    queryKey: ["present-values", kind, accountId, id],
    queryFn: ({ client }): Promise<Prefill> =>
      kind === "patient"
        ? client.fetchQuery(patientDetail(accountId, id))
        : client.fetchQuery(referralDetail(accountId, id)),
    gcTime: 0,
  });

/** Returns the record that a picker has selected, from the cache entry into which it loaded its options. */
export const pickedRecord = (
  client: QueryClient,
  accountId: string,
  kind: ChangedRecord["kind"],
  picked: unknown,
): Prefill | undefined =>
  kind === "patient"
    ? client.getQueryData(patientsByMrn(accountId, String(picked)).queryKey)?.[0]
    : client.getQueryData(referrals(accountId).queryKey)?.find(({ id }) => id === picked);
