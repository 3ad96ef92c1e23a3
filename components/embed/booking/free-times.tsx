"use client";

import { useState } from "react";
import { Button } from "#components/ui/button";
import { Select } from "#components/ui/select";
import type { OpenSlot } from "#lib/browser/api/availability";
import { useAccount } from "#lib/browser/session/account";
import type { LocationModel } from "#lib/resources/locations/model";
import { byProvider, DAYS_SHOWN, dayOf, dayWords, timeWords } from "./booking-times.ts";
import { words } from "./booking-words.ts";

interface FreeTimesProps {
  /** The free times for the chosen kind of visit, by time. */
  slots: readonly OpenSlot[];
  locations: readonly LocationModel[];
  onChoose: (slot: OpenSlot) => void;
}

type DayProps = Omit<FreeTimesProps, "slots"> & { day: string; slots: readonly OpenSlot[] };

/** The free times of one day, by who sees the patient. */
function Day({ day, slots, locations, onChoose }: DayProps) {
  const { timezone } = useAccount();
  const named = dayWords(day);
  return (
    <li className="flex flex-col gap-2 py-3">
      <h3 className="font-medium">{named}</h3>
      {byProvider(slots).map((times) => {
        const [first] = times;
        if (!first) return null;
        const place = locations.find(({ emr_id }) => emr_id === first.location_id)?.name ?? "";
        return (
          <div key={`${first.provider_ehr_id} ${first.location_id}`} className="flex flex-col gap-1.5">
            <p className="text-sm text-muted">{words.at(first.provider_name, place)}</p>
            <ul className="flex flex-wrap gap-1.5">
              {times.map((slot) => (
                <li key={slot.id}>
                  <Button
                    aria-label={words.timeWith(timeWords(slot.datetime, timezone), named, slot.provider_name)}
                    className="min-w-20 tabular-nums"
                    onPress={() => onChoose(slot)}
                  >
                    {timeWords(slot.datetime, timezone)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </li>
  );
}

/** Lists free times by day, the first days at once and further ones by a button; narrowed to one provider if there are several. */
export function FreeTimes({ slots, ...shared }: FreeTimesProps) {
  const [provider, setProvider] = useState("");
  const [shownDays, setShownDays] = useState(DAYS_SHOWN);
  const providers = new Map(slots.map((slot) => [slot.provider_ehr_id, slot.provider_name]));
  const chosen = providers.has(provider) ? provider : "";
  const days = [
    ...Map.groupBy(
      slots.filter(({ provider_ehr_id }) => chosen === "" || provider_ehr_id === chosen),
      dayOf,
    ),
  ];
  return (
    <>
      {providers.size > 1 ? (
        <Select
          label={words.provider}
          options={[{ id: "any", name: words.anyone }, ...[...providers].map(([id, name]) => ({ id, name }))]}
          value={chosen || "any"}
          onChange={(id) => setProvider(id === "any" ? "" : id)}
          className="max-w-80"
        />
      ) : null}
      <ul className="divide-y divide-line">
        {days.slice(0, shownDays).map(([day, ofDay]) => (
          <Day key={day} day={day} slots={ofDay} {...shared} />
        ))}
      </ul>
      {days.length > shownDays ? (
        <Button className="self-start" onPress={() => setShownDays(shownDays + DAYS_SHOWN)}>
          {words.more}
        </Button>
      ) : (
        <p className="text-sm text-faint">{words.noMore}</p>
      )}
    </>
  );
}
