"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { useOnScreen } from "#lib/browser/page/on-screen";
import { OfferMenu } from "./offer-menu.tsx";
import { useOffers } from "./use-offers.ts";
import { words } from "./words.ts";

/** Starts any operation, for the patient whose page is open. */
export function NewMenu() {
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
  return <OfferMenu label={words.new} trigger={trigger} offers={useOffers()} mrn={mrn} />;
}
