"use client";

import { Pencil } from "lucide-react";
import { Button } from "#components/ui/button";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { PatientModel } from "#lib/resources/patients/model";
import { words } from "./words.ts";

/** Opens the form of a patient's contact data with their present values; nothing where they cannot be changed. */
export function ChangeContactButton({ patient }: { patient: PatientModel }) {
  const account = useAccount();
  const operation = useOperationAt("patient");
  const { openForm } = useAside();
  if (!operation || !canStart(account, operation)) return null;
  return (
    <Button
      variant="link"
      icon={<Pencil aria-hidden="true" />}
      onPress={() => openForm(operation.id, { mrn: patient.mrn }, patient)}
    >
      {words.changeContact}
    </Button>
  );
}
