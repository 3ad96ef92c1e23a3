import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";

/**
 * Returns a function that names a visit status by its code; it returns the code while the names load. `isNeeded`: false
 * if no status can occur, so that the names need not be loaded.
 */
export function useStatusName(isNeeded = true): (code: string) => string {
  const { data: statuses } = useQuery({ ...visitStatuses(useAccountId()), enabled: isNeeded });
  return useCallback(
    (code: string) => statuses?.find((status) => status.code === code)?.description ?? code,
    [statuses],
  );
}
