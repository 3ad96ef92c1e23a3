import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";

/** The practice's words for visit statuses by code. */
export type StatusWords = ReadonlyMap<string, string>;

/** Returns the practice's visit statuses by code, in its order. */
export function useStatusWords(): StatusWords {
  const { data } = useQuery(visitStatuses(useAccountId()));
  return useMemo(() => new Map(data?.map(({ code, description }) => [code, description])), [data]);
}
