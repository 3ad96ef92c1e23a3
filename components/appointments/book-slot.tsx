"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import { locations } from "#lib/browser/api/locations";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Opens the form that books an open slot, filled with its provider, place, time and visit type. Nothing if it cannot be used. */
export function BookSlot({ slot, onOpen }: { slot: AppointmentModel; onOpen: () => void }) {
  const account = useAccount();
  const booking = useOperationAt("open-slot");
  const { data: places } = useQuery(locations(account.id));
  const { openForm } = useAside();
  const isEmbedded = useUserId() === undefined;
  if (isEmbedded || !booking || !canStart(account, booking)) return null;
  const open = () => {
    const place = places?.find(({ name }) => name === slot.location);
    onOpen();
    openForm(booking.id, {
      provider_ehr_id: slot.provider_ehr_id,
      datetime: slot.datetime,
      ...(place && { location_id: place.emr_id }),
      ...(slot.appointment_type && { appointment_type: slot.appointment_type }),
    });
  };
  return (
    <Button variant="primary" onPress={open}>
      {booking.title}
    </Button>
  );
}
