"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#components/ui/empty-state";
import { FilterChoice } from "#components/ui/filter-choice";
import { FilterSelect } from "#components/ui/filter-select";

import { locationChoices, visitTypeChoices } from "#lib/browser/api/choices";
import { locations } from "#lib/browser/api/locations";
import type { Opening, PartOfDay } from "#lib/browser/api/openings";
import { providers } from "#lib/browser/api/providers";
import { visitTypes } from "#lib/browser/api/visit-types";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAccount } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { fullName } from "#lib/kernel/full-name";
import { FoundOpenings } from "./found-openings.tsx";
import { words } from "./words.ts";

/** Days ahead that are searched. */
const DAYS = 62;
const COUNT = 20;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

interface FindTimeProps {
  /** What is known of the visit, by the fields of the form. */
  known: Prefill;
  onChoose: (opening: Opening, visitType: string) => void;
}

/** Finds the next openings across providers, by visit type, provider, location and part of the day. */
export function FindTime({ known, onChoose }: FindTimeProps) {
  const { id: accountId, timezone } = useAccount();
  const [visitType, setVisitType] = useState(textOf(known.appointment_type));
  const [provider, setProvider] = useState(textOf(known.provider_ehr_id));
  const [location, setLocation] = useState(textOf(known.location_id));
  const [part, setPart] = useState<PartOfDay>("any");
  const [today] = useState(() => todayIn(timezone));
  const { data: types = [] } = useQuery(visitTypes(accountId));
  const { data: people = [] } = useQuery(providers(accountId));
  const { data: places = [] } = useQuery(locations(accountId));
  const offered = people.filter((each) => each.status === "active" && each.hide_in_availability !== "true");
  const wanted = { from: today, until: addDays(today, DAYS - 1), visitType, provider, location, part, count: COUNT };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <FilterSelect
          label={words.visitType}
          any={words.anyType}
          value={visitType}
          onChange={setVisitType}
          options={visitTypeChoices(types)}
        />
        <FilterSelect
          label={words.provider}
          any={words.anyone}
          value={provider}
          onChange={setProvider}
          options={offered.map((each) => ({ id: each.ehr_id, name: fullName(each) }))}
        />
        <FilterSelect
          label={words.location}
          any={words.anyLocation}
          value={location}
          onChange={setLocation}
          options={locationChoices(places)}
        />
        <FilterChoice
          label={words.part}
          value={part}
          onChange={(id) => setPart(id as PartOfDay)}
          options={Object.entries(words.parts).map(([id, name]) => ({ id, name }))}
        />
      </div>
      <section aria-label={words.openings} className="flex flex-col gap-2">
        <h3 className="font-medium">{words.openings}</h3>
        <FoundOpenings
          wanted={wanted}
          none={
            <EmptyState icon={<CalendarX aria-hidden="true" />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          }
          onChoose={(opening) => onChoose(opening, visitType)}
        />
      </section>
    </div>
  );
}
