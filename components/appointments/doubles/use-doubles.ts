import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useNow } from "#components/ui/use-now";
import { wholeAppointments } from "#lib/browser/api/appointments";
import { jobList } from "#lib/browser/api/jobs";
import { useAccountId, useOperationAt } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { type Double, doubleOf } from "./doubles-of.ts";

/** Maximum age of the jobs, in days: their visits may be weeks ahead. */
const DAYS = 90;
/** Most jobs that are looked at, each with a request. */
const LOOKED_AT = 20;

/** The categories that take time. */
const TAKING = "appointment,schedule_block";

/** What a job says of its visit: the EMR's id, the provider and the day at the clinic. */
interface Booked {
  emrAppointmentId: string;
  providerId: string;
  day: string;
}

/** Returns the visit of a job whose EMR let an overlap pass that nobody had allowed. */
function bookedBy({ result, request }: JobModel): Booked[] {
  const { emr_appointment_id: id, provider_ehr_id: provider, datetime } = result ?? {};
  if (typeof id !== "string" || typeof provider !== "string" || typeof datetime !== "string") return [];
  if (request.overlap === "allow") return [];
  return [{ emrAppointmentId: id, providerId: provider, day: datetime.slice(0, 10) }];
}

/**
 * Returns the visits of today or later that were booked or moved here and overlap others in the EMR, which could not refuse that
 * (additions §2), by time.
 */
export function useDoubles(): readonly Double[] {
  const accountId = useAccountId();
  const [since] = useState(() => new Date(Date.now() - DAYS * 86_400_000).toISOString());
  const operations = [useOperationAt("open-slot"), useOperationAt("visit-move")];
  const type = operations.flatMap((operation) => operation?.id ?? []).join(",");
  const jobs = useInfiniteQuery({
    ...jobList(accountId, { type, status: "completed", warned: "true", created_after: since }, LOOKED_AT),
    enabled: type !== "",
  });
  const booked = new Map(
    (jobs.data?.pages[0]?.jobs ?? []).flatMap(bookedBy).map((each) => [each.emrAppointmentId, each]),
  );
  const meanings = useMeanings();
  const now = useNow(60_000) ?? Date.now();
  const days = useQueries({
    queries: [...booked.values()].map(({ providerId, day }) => {
      const query = { start_date: day, end_date: day, provider_ehr_id: providerId, category: TAKING };
      // Another day's visits must not stand for this one's.
      const { placeholderData: _, ...read } = wholeAppointments(accountId, query);
      return read;
    }),
  });
  return [...booked.values()]
    .flatMap(({ emrAppointmentId }, index) => {
      const found = doubleOf(days[index]?.data ?? [], emrAppointmentId, { meanings, now });
      return found ? [found] : [];
    })
    .sort((a, b) => Date.parse(a.visit.datetime) - Date.parse(b.visit.datetime));
}
