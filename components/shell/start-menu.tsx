"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { OfferMenu } from "./offer-menu.tsx";
import { type Offer, useOffers } from "./use-offers.ts";
import { words } from "./words.ts";

// What changes the patient is filled with their present values, as this page has them.
const concernsPatient = ({ forPatient, changes }: Offer) =>
  forPatient || changes === "patient" || changes === "insurances";

/** Starts an operation about this patient; New starts all others. */
export function StartMenu({ mrn }: { mrn: string }) {
  const trigger = <Button icon={<Plus aria-hidden="true" />}>{words.newForThisPatient}</Button>;
  return (
    <OfferMenu
      label={words.newForThisPatient}
      trigger={trigger}
      offers={useOffers().filter(concernsPatient)}
      mrn={mrn}
    />
  );
}
