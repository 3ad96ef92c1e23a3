"use client";

import { Drawer } from "#components/ui/drawer";
import type { Opening } from "#lib/browser/api/openings";
import { useFindTime } from "#lib/browser/page/find-time";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount, useOperationAt } from "#lib/browser/session/account";
import { FindTime } from "./find-time.tsx";
import { NextVisit } from "./next-visit.tsx";
import { words } from "./words.ts";

/** Shows the search for a time beside the page; a chosen opening becomes the form that books it. */
export function FindTimeDrawer() {
  const { timezone } = useAccount();
  const booking = useOperationAt("open-slot");
  const { search, known, close } = useFindTime();
  const { openForm } = useAside();
  const choose = (opening: Opening, visitType: string) => {
    if (!booking) return;
    const { appointment_type, provider_ehr_id, location_id, datetime, slot_id, duration } = opening;
    const type = visitType || appointment_type;
    openForm(booking.id, {
      ...known,
      provider_ehr_id,
      location_id,
      datetime,
      ...(type !== "" && { appointment_type: type }),
      // A slot's length is part of the offer; that of a whole gap is not.
      ...(slot_id !== "" && { duration }),
    });
  };
  const isNext = search === "next" && typeof known.provider_ehr_id === "string";
  return (
    <Drawer isOpen onClose={close} title={isNext ? words.nextVisit : words.findTime} detail={words.timesOf(timezone)}>
      {isNext ? <NextVisit known={known} onChoose={choose} /> : <FindTime known={known} onChoose={choose} />}
    </Drawer>
  );
}
