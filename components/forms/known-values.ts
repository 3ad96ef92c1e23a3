import type { FieldValues } from "react-hook-form";
import type { FormOutline } from "#lib/definitions/operation";

/** Returns whether a form creates something; one that changes a record begins with the record's values alone. */
const creates = ({ method }: Pick<FormOutline, "method">): boolean => method === "POST";

/** Returns the values that a form begins with by its definition. `today`: the day at the clinic, YYYY-MM-DD. */
export function knownValues(outline: Pick<FormOutline, "method" | "form">, today: string): FieldValues {
  if (!creates(outline)) return {};
  return Object.fromEntries(
    Object.entries(outline.form).flatMap(([name, { initial }]) => {
      if (typeof initial === "string") return [[name, initial]];
      return initial?.from === "today" ? [[name, today]] : [];
    }),
  );
}

/** Returns the fields that begin with the location of the patient's visit. */
export const visitLocationFields = (outline: Pick<FormOutline, "method" | "form">): string[] =>
  creates(outline)
    ? Object.entries(outline.form).flatMap(([name, { initial }]) =>
        typeof initial === "object" && initial.from === "visit-location" ? [name] : [],
      )
    : [];

/** Returns the field that begins with a reference number of our own, and the field that it depends on; null if there is none. */
export function referenceField(outline: Pick<FormOutline, "method" | "form">): { name: string; by: string } | null {
  for (const [name, { initial }] of creates(outline) ? Object.entries(outline.form) : [])
    if (typeof initial === "object" && initial.from === "own-reference") return { name, by: initial.by };
  return null;
}

/** The part of an appointment that says where a patient is expected. */
export interface Visit {
  /** ISO 8601 with the clinic's offset. */
  datetime: string;
  /** The location's name. */
  location: string;
}

const dayOf = ({ datetime }: Visit) => datetime.slice(0, 10);
const distance = (day: string, today: string) => Math.abs(Date.parse(day) - Date.parse(today));

/**
 * Returns the visit whose location a form may begin with: today's, otherwise the nearest one. Null if there is none, or
 * if the visits of that day are at different locations.
 */
export function nearestVisit<One extends Visit>(visits: readonly One[], today: string): One | null {
  const [nearest] = visits.toSorted((a, b) => distance(dayOf(a), today) - distance(dayOf(b), today));
  if (!nearest) return null;
  const sameDay = visits.filter((visit) => dayOf(visit) === dayOf(nearest));
  return sameDay.every(({ location }) => location === nearest.location) ? nearest : null;
}
