import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAccountId } from "#lib/client/account";
import { visitStatuses } from "#lib/client/visit-statuses";

/** What people call a visit status, by its code; the code until that is known. */
export function useStatusName(): (code: string) => string {
  const { data: statuses } = useQuery(visitStatuses(useAccountId()));
  return useCallback(
    (code: string) => statuses?.find((status) => status.code === code)?.description ?? code,
    [statuses],
  );
}
