import { createContext, useContext } from "react";

/** The linked account that a page is about: its id stands in the page's address (decisions §2). */
export const AccountContext = createContext<string | null>(null);

/** The id of the linked account that this page is about. Throws outside of an account's pages. */
export function useAccountId(): string {
  const accountId = useContext(AccountContext);
  if (accountId === null) throw new Error("useAccountId is for the pages of a linked account");
  return accountId;
}
