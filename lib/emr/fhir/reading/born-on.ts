import type { FhirContext } from "#lib/emr/fhir/context";
import { EmrError, type EmrPatient } from "#lib/emr/port/port";
import { firstPlace, readSearch, type SearchPlace } from "./pages.ts";
import type { Source } from "./source.ts";

/**
 * Reads all patients who were born on a day, YYYY-MM-DD, none that was merged into another one. Throws an EmrError, also for one
 * who cannot be read and for a list that may not be whole: that there is nobody alike would not be known.
 */
export async function readBornOn(
  context: FhirContext,
  source: Source<"patients">,
  dob: string,
  signal: AbortSignal,
): Promise<EmrPatient[]> {
  if (context.findings.birthdate_search !== "works")
    throw new EmrError("validation", "The EMR was not found to search its patients by birth date", {
      code: "not_supported",
    });
  const search = { ...source, only: [["birthdate", dob]] } as const;
  const patients: EmrPatient[] = [];
  for (let place: SearchPlace | null = firstPlace(context, null); place; ) {
    const page = await readSearch(context, search, place, signal);
    const { records, faulty } = await source.read(page.resources, signal);
    const [unread] = faulty;
    if (unread) throw new EmrError("passing", `A patient of this birth date cannot be read: ${unread.reason}`);
    if (page.doubt !== null) throw new EmrError("passing", page.doubt);
    patients.push(...records);
    place = page.next;
  }
  return patients.filter((patient) => patient.dob === dob && patient.mergedInto === null);
}
