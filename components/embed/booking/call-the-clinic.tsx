"use client";

import type { LocationModel } from "#lib/resources/locations/model";
import { words } from "./booking-words.ts";

/** Returns each telephone number once, with the locations that have it. */
const phonesOf = (locations: readonly LocationModel[]) =>
  [...Map.groupBy(locations, ({ phone }) => phone.trim())].filter(([phone]) => phone !== "");

/** How to reach the clinic: the telephone numbers of its locations. */
export function CallTheClinic({ locations }: { locations: readonly LocationModel[] }) {
  const phones = phonesOf(locations);
  if (phones.length === 0) return <p>{words.callPlain}</p>;
  return (
    <>
      <p>{words.call}</p>
      <ul className="mt-1">
        {phones.map(([phone, places]) => (
          <li key={phone}>
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}
              className="font-medium whitespace-nowrap text-accent-text underline underline-offset-4"
            >
              {phone}
            </a>{" "}
            {places.map(({ name }) => name).join(", ")}
          </li>
        ))}
      </ul>
    </>
  );
}
