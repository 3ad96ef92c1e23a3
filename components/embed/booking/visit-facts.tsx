"use client";

import type { ReactNode } from "react";
import { useZoneName } from "#components/ui/time-zone";
import type { OpenSlot } from "#lib/browser/api/availability";
import { useAccount } from "#lib/browser/session/account";
import type { LocationModel } from "#lib/resources/locations/model";
import { momentWords, ownMomentWords, zoneInWords } from "./booking-times.ts";
import { words } from "./booking-words.ts";

/** A time that the visitor has chosen, for a kind of visit. */
export interface Choice {
  slot: OpenSlot;
  /** The visit type's name. */
  type: string;
  /** Minutes. */
  duration: number;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-faint">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

const addressOf = ({ name, address_street, address_city, address_state, address_zip }: LocationModel): string =>
  [
    name,
    address_street,
    [address_city, [address_state, address_zip].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join(", ");

/** What is booked: when, in the clinic's time and the visitor's own where they differ, with whom and where. */
export function VisitFacts({ slot, type, duration, locations }: Choice & { locations: readonly LocationModel[] }) {
  const { timezone } = useAccount();
  const zone = useZoneName(slot.datetime);
  const place = locations.find(({ emr_id }) => emr_id === slot.location_id);
  return (
    <dl className="flex flex-col gap-2.5">
      <Fact name={words.when}>
        {momentWords(slot, timezone)}
        {zone ? (
          <span className="block text-sm text-muted">
            {words.clinicTime(zoneInWords(slot.datetime, timezone))} {words.yourTime(ownMomentWords(slot.datetime))}
          </span>
        ) : null}
      </Fact>
      <Fact name={words.kind}>{words.typeFor(type, duration)}</Fact>
      <Fact name={words.with}>{slot.provider_name}</Fact>
      {place ? <Fact name={words.where}>{addressOf(place)}</Fact> : null}
    </dl>
  );
}
