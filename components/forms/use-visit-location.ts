import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { formatDate } from "#components/ui/time-words";
import { patientVisits } from "#lib/browser/api/appointments";
import { locations } from "#lib/browser/api/locations";
import { isEmpty } from "#lib/browser/forms/form-values";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccount, useIsGranted } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { todayIn } from "#lib/kernel/dates";
import { nearestVisit, visitLocationFields } from "./known-values.ts";
import { words } from "./words.ts";

interface VisitPlace {
  /** `emr_id` of the location. */
  id: string;
  /** YYYY-MM-DD of the visit. */
  day: string;
}

/** Returns where the patient's visit of today or the nearest one is; null if unknown, undefined while loading. */
function useVisitPlace(mrn: string): VisitPlace | null | undefined {
  const { id: accountId, timezone } = useAccount();
  const mayRead = [useIsGranted("appointments:read"), useIsGranted("locations:read")].every(Boolean);
  const settled = useSettled(mrn);
  const today = todayIn(timezone);
  const enabled = mayRead && settled !== "";
  const { data: visits } = useQuery({ ...patientVisits(accountId, settled, today), enabled });
  const { data: places } = useQuery({ ...locations(accountId), enabled });
  return useMemo(() => {
    if (!visits || !places) return enabled ? undefined : null;
    const visit = nearestVisit(visits, today);
    const named = places.filter(({ name }) => name === visit?.location);
    const [place] = named;
    return visit && place && named.length === 1 ? { id: place.emr_id, day: visit.datetime.slice(0, 10) } : null;
  }, [visits, places, today, enabled]);
}

/**
 * Fills the location fields of a form with the location of the chosen patient's visit, unless the user chose another one.
 * Returns the line under each field that says where its value is from.
 */
export function useVisitLocation(
  outline: FormOutline,
  { methods, fill }: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fill">,
): Record<string, string> {
  const names = useMemo(() => visitLocationFields(outline), [outline]);
  const mrn: unknown = useWatch({ control: methods.control, name: "patient_mrn" });
  const place = useVisitPlace(names.length > 0 && typeof mrn === "string" ? mrn : "");
  const values: unknown[] = useWatch({ control: methods.control, name: names });
  const filled = useRef("");

  useEffect(() => {
    if (place === undefined) return;
    const known = place?.id ?? "";
    for (const name of names) {
      const value: unknown = methods.getValues(name);
      // A value that was filled in for another patient does not stay.
      if (value !== known && (isEmpty(value) || value === filled.current)) fill({ [name]: known });
    }
    filled.current = known;
  }, [place, names, methods, fill]);

  return Object.fromEntries(
    names.flatMap((name, index) =>
      place && values[index] === place.id ? [[name, words.whereVisitIs(formatDate(place.day))]] : [],
    ),
  );
}
