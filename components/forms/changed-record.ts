import type { QueryClient } from "@tanstack/react-query";
import { patientsByMrn } from "#lib/browser/api/patients";
import type { PresentRecord } from "#lib/browser/api/present-values";
import { referrals } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import type { FormOutline } from "#lib/definitions/operation";
import { targetFields } from "./target-fields.ts";

/** The record that an operation changes: the path parameter that names it, and what kind of record it is. */
export interface ChangedRecord {
  parameter: string;
  kind: PresentRecord;
}

/** Returns the record of an operation whose form shows its present values; undefined if there is none. */
export function changedRecord({ method, path }: Pick<FormOutline, "method" | "path">): ChangedRecord | undefined {
  if (method !== "PATCH") return undefined;
  // A patient may also be named as the one whose record is changed.
  for (const [parameter, { widget }] of Object.entries(targetFields(path)))
    if ((widget === "referral" || widget === "patient") && path.endsWith(`{${parameter}}`))
      return { parameter, kind: widget };
  return undefined;
}

/** Returns the record that a picker has selected, from the cache entry into which it loaded its options. */
export const pickedRecord = (
  client: QueryClient,
  accountId: string,
  kind: PresentRecord,
  picked: unknown,
): Prefill | undefined =>
  kind === "patient"
    ? client.getQueryData(patientsByMrn(accountId, String(picked)).queryKey)?.[0]
    : client.getQueryData(referrals(accountId).queryKey)?.find(({ id }) => id === picked);
