"use client";

import { ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { words } from "#components/appointments/words.ts";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { Skeleton } from "#components/ui/skeleton";
import type { MoreFilterProps } from "./filter-props.ts";
import type { AppointmentFilters } from "./filters.ts";

const Fields = dynamic(() => import("./more-filter-fields.tsx").then((module) => module.MoreFilterFields), {
  ssr: false,
  loading: () => <Skeleton className="h-56 w-64" />,
});

/** The filters that are always in this menu; on a phone all others are too. */
const HELD: readonly (keyof AppointmentFilters)[] = [
  "status",
  "secondary_provider_ehr_id",
  "location_id",
  "appointment_type",
  "appointment_mode",
  "include_appointment_note",
];

/** A button with the number of active less common filters, which opens them. */
export function MoreFilters(props: MoreFilterProps) {
  const set = HELD.filter((name) => props.filters[name] !== "").length;
  return (
    <DialogTrigger>
      <Button icon={<ListFilter aria-hidden="true" />}>
        <span className="max-sm:sr-only">{words.moreFilters}</span>
        {set > 0 ? <span className="tabular-nums">{set}</span> : null}
      </Button>
      <Popover placement="bottom start">
        <Dialog aria-label={words.moreFilters} className="p-3 outline-none">
          <Fields {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
