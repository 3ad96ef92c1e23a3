import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { fieldWords } from "#lib/kernel/field-words";
import { useAccount } from "./account.ts";

/** Words of an empty list. */
interface EmptyWords {
  title: string;
  children?: string;
}

/**
 * Returns the words of an empty list of synchronized records if the EMR of this page's account does not show their kind, with
 * the reason: such a list is not empty because a sync is missing, or because of its filters. Null if the EMR shows them.
 */
export function useNotShown(kind: LinkedAccountModel["unsupported_kinds"][number]["kind"]): EmptyWords | null {
  const found = useAccount().unsupported_kinds.find((each) => each.kind === kind);
  if (!found) return null;
  const title = `This EMR shows no ${fieldWords(kind).toLowerCase()}`;
  return found.reason === null ? { title } : { title, children: `${found.reason}.` };
}
