"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { Menu, MenuItem } from "#components/ui/menu";
import { useAside } from "#lib/browser/page/form-intent";
import { useOnScreen } from "#lib/browser/page/on-screen";
import { useOffers } from "./use-offers.ts";
import { words } from "./words.ts";

/**
 * Starts an operation, for the patient whose page is open. Operations that the EMR does not support are disabled with
 * the reason.
 */
export function NewMenu() {
  const offers = useOffers();
  const { openForm } = useAside();
  const { patients: mrn } = useOnScreen();
  const trigger = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      aria-label={words.new}
      className="max-sm:w-8 max-sm:px-0 max-sm:pointer-coarse:w-10"
    >
      <span className="max-sm:sr-only">{words.new}</span>
    </Button>
  );
  return (
    <Menu
      label={words.new}
      trigger={trigger}
      placement="bottom end"
      disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
      onAction={(id) =>
        openForm(
          id,
          mrn && offers.some((offer) => offer.id === id && offer.forPatient) ? { patient_mrn: mrn } : undefined,
        )
      }
    >
      {offers.map(({ id, title, summary, refusal }) => (
        <MenuItem key={id} id={id} label={title} detail={refusal ?? summary} />
      ))}
    </Menu>
  );
}
