"use client";

import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";

/** Opens the form of the page's patient's contact data; nothing where they cannot be changed. */
export function ChangeContactButton() {
  const account = useAccount();
  const operation = useOperationAt("patient");
  const { openForm } = useAside();
  if (!operation || !canStart(account, operation)) return null;
  return (
    <Button variant="link" className="my-2" onPress={() => openForm(operation.id)}>
      {operation.title}
    </Button>
  );
}
