import { useMemo } from "react";
import { useAccountId, useUserId } from "#lib/browser/session/account";
import { type Desk, deskOf } from "./desk.ts";
import { useStoredText } from "./use-stored-text.ts";

/** Returns the desk at which a person sits, and the function that changes it. This browser keeps it for each person and account. */
export function useDesk(): [Desk, (desk: Desk) => void] {
  const [stored, change] = useStoredText(`crc.desk ${useUserId()} ${useAccountId()}`);
  return [useMemo(() => deskOf(stored), [stored]), (desk) => change(() => JSON.stringify(desk))];
}
