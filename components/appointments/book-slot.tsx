"use client";

import { Button } from "#components/ui/button";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { useBookOrCall } from "./call-to-book/use-book-or-call.tsx";

/**
 * Opens the form that books an open slot, filled with its provider, place, time and visit type; where nothing can be booked, what
 * keeps the wish. Nothing in an embedded view.
 */
export function BookSlot({ slot, onOpen }: { slot: AppointmentModel; onOpen: () => void }) {
  const way = useBookOrCall();
  if (!way) return null;
  const { title, open, opensHere, slip } = way;
  return (
    <>
      <Button
        variant="primary"
        onPress={() => {
          if (!opensHere) onOpen();
          open(slot);
        }}
      >
        {title}
      </Button>
      {slip}
    </>
  );
}
