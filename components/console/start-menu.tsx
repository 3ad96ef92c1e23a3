"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { Menu, MenuItem } from "#components/ui/menu";
import { useAside } from "#lib/client/form-intent";
import { useOffers } from "./use-offers.ts";

/** Starts any operation that is about a patient, for this one. What the EMR does not support is shown with the reason. */
export function StartMenu({ mrn }: { mrn: string }) {
  const offers = useOffers().filter(({ forPatient }) => forPatient);
  const { openForm } = useAside();
  const trigger = <Button icon={<Plus aria-hidden="true" />}>New for this patient</Button>;
  return (
    <Menu
      label="New for this patient"
      trigger={trigger}
      placement="bottom end"
      disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
      onAction={(id) => openForm(id, { patient_mrn: mrn })}
    >
      {offers.map(({ id, name, summary, refusal }) => (
        <MenuItem key={id} id={id} label={name} detail={refusal ?? summary} />
      ))}
    </Menu>
  );
}
