import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { NewAccountModel } from "#lib/administration/linked-accounts/model";
import { linkAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { useLinking } from "./use-linking.ts";

/** Manages the steps by which an admin links an EMR in the console, and the account that was made. */
export function useAccountLinking() {
  const here = useAccountId();
  const client = useQueryClient();
  const router = useRouter();
  const [made, setMade] = useState<NewAccountModel | null>(null);
  const linking = useLinking({
    send: (body, key) => linkAccount(here, body, key),
    onLinked: ({ linked_account }: Awaited<ReturnType<typeof linkAccount>>) => {
      setMade(linked_account);
      void client.invalidateQueries({ queryKey: managedAccountsKey(here) });
      // The new account appears in the frame's switcher, which the server renders.
      router.refresh();
    },
  });
  return { linking, made };
}
