import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccountId } from "#lib/client/account";
import { visitStatuses } from "#lib/client/visit-statuses";

/** A visit status's code in the practice's own words. */
export type StatusWords = ReadonlyMap<string, string>;

/** The practice's visit statuses by code, in its order. */
export function useStatusWords(): StatusWords {
  const { data } = useQuery(visitStatuses(useAccountId()));
  return useMemo(() => new Map(data?.map(({ code, description }) => [code, description])), [data]);
}
