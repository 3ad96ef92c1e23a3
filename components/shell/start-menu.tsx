"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { Menu, MenuItem, MenuSection } from "#components/ui/menu";
import { useAside } from "#lib/browser/page/form-intent";
import { type Offer, useOffers } from "./use-offers.ts";
import { words } from "./words.ts";

const items = (offers: readonly Offer[]) =>
  offers.map(({ id, title, summary, refusal }) => (
    <MenuItem key={id} id={id} label={title} detail={refusal ?? summary} />
  ));

/**
 * Starts an operation: those about a patient for this one, then all others. Operations that the EMR does not support
 * are disabled with the reason.
 */
export function StartMenu({ mrn }: { mrn: string }) {
  const offers = useOffers();
  const { openForm } = useAside();
  const concernsPatient = ({ forPatient, changes }: Offer) =>
    forPatient || changes === "patient" || changes === "insurances";
  const trigger = <Button icon={<Plus aria-hidden="true" />}>{words.newForThisPatient}</Button>;
  return (
    <Menu
      label={words.newForThisPatient}
      trigger={trigger}
      placement="bottom end"
      disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
      onAction={(id) =>
        // What changes the patient is filled with their present values, as this page has them.
        openForm(id, offers.some((offer) => offer.id === id && offer.forPatient) ? { patient_mrn: mrn } : undefined)
      }
    >
      <MenuSection title={words.forThisPatient}>{items(offers.filter(concernsPatient))}</MenuSection>
      <MenuSection title={words.aboutSomethingElse}>
        {items(offers.filter((offer) => !concernsPatient(offer)))}
      </MenuSection>
    </Menu>
  );
}
