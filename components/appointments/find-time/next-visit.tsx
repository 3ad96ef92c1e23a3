"use client";

import { useState } from "react";
import type { Opening } from "#lib/browser/api/openings";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAccount } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { FoundOpenings } from "./found-openings.tsx";
import { words } from "./words.ts";

/** From how many days ahead openings are looked for, each over as many days as the last. */
const AHEAD = { weeks2: 14, weeks4: 28, months3: 91 } as const;
const DAYS = 14;
const COUNT = 3;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

interface NextVisitProps {
  /** The patient, the provider and the visit type of the visit before. */
  known: Prefill;
  onChoose: (opening: Opening, visitType: string) => void;
}

/** Lists the first openings with the same provider in two weeks, four weeks and three months. */
export function NextVisit({ known, onChoose }: NextVisitProps) {
  const { timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const visitType = textOf(known.appointment_type);
  return (
    <div className="flex flex-col gap-6">
      {(["weeks2", "weeks4", "months3"] as const).map((when) => {
        const from = addDays(today, AHEAD[when]);
        return (
          <section key={when} aria-label={words.after[when]} className="flex flex-col gap-2">
            <h3 className="font-medium">{words.after[when]}</h3>
            <FoundOpenings
              wanted={{
                from,
                until: addDays(from, DAYS - 1),
                visitType,
                provider: textOf(known.provider_ehr_id),
                location: "",
                part: "any",
                count: COUNT,
              }}
              none={<p className="text-sm text-muted">{words.noneThen}</p>}
              onChoose={(opening) => onChoose(opening, visitType)}
            />
          </section>
        );
      })}
    </div>
  );
}
