"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyValueList } from "#components/ui/key-value-list";
import { useAccountId } from "#lib/client/account";
import { locations } from "#lib/client/locations";
import { shownFields } from "./field-words.ts";

/** Fields that hold a location's id (decisions §3). */
const PLACES = ["location", "location_id", "facility_id"];

/** What was sent to the EMR, in words; the patient stands above it already. */
export function JobRequest({ request }: { request: Record<string, unknown> }) {
  const { patient_mrn: _, ...sent } = request;
  const places = useQuery({ ...locations(useAccountId()), enabled: PLACES.some((name) => name in sent) });
  const items = shownFields(sent).map((item) => {
    const place = PLACES.includes(item.name) && places.data?.find(({ emr_id }) => emr_id === item.value);
    return place ? { ...item, label: item.name === "facility_id" ? "Facility" : "Location", value: place.name } : item;
  });
  if (items.length === 0) return null;
  return (
    <section aria-label="What was sent">
      <h3 className="mb-2 text-xs font-medium text-muted">What was sent</h3>
      <KeyValueList items={items} />
    </section>
  );
}
