import type { FhirContext } from "#lib/emr/fhir/context";
import { type EmrAppointment, EmrError, type EmrSchedule } from "#lib/emr/port/port";
import { readTime } from "./live.ts";
import type { Source } from "./source.ts";

const DAY_MS = 86_400_000;

/** Days before and after today that people work with: the schedule of years may take longer than a job may. */
const DAYS_BEFORE = 182;
const DAYS_AFTER = 364;

const momentIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/**
 * Reads the schedule of one provider around today. Returns null for a server that was not found to search by day, or
 * refuses to. Throws an EmrError.
 */
export async function nearSchedule(
  context: FhirContext,
  sources: readonly Source<"appointments">[],
  providerEhrId: string,
  signal: AbortSignal,
): Promise<EmrSchedule | null> {
  if (context.findings.day_search !== "works") return null;
  const within = { from: momentIn(-DAYS_BEFORE), to: momentIn(DAYS_AFTER) };
  const appointments: EmrAppointment[] = [];
  try {
    for (const source of sources) {
      const { records } = await readTime(context, source, within, signal);
      appointments.push(...records.filter((each) => each.providerEhrId === providerEhrId));
    }
  } catch (error) {
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
  return { appointments, within };
}
