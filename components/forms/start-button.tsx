"use client";

import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { ConsolePlace } from "#lib/definitions/operation";

interface StartButtonProps {
  place: ConsolePlace;
  /** The values with which the form begins. */
  values: Record<string, unknown>;
}

/** Opens the form of the operation that is offered at a place; nothing where it cannot be started. */
export function StartButton({ place, values }: StartButtonProps) {
  const account = useAccount();
  const operation = useOperationAt(place);
  const { openForm } = useAside();
  if (!operation || !canStart(account, operation)) return null;
  return <Button onPress={() => openForm(operation.id, values)}>{operation.title}</Button>;
}
