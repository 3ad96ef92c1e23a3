import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";
import { type Meanings, meaningsOf } from "./meanings.ts";

/** Returns the meanings of the practice's visit statuses; none while they load. */
export function useMeanings(): Meanings {
  const { data } = useQuery(visitStatuses(useAccountId()));
  return useMemo(() => meaningsOf(data ?? []), [data]);
}
