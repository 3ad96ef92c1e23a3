import { tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import type { ProbedResource } from "./page.ts";
import { type Probing, resourceWith } from "./probing.ts";

const PROBE = "Searches of patients by birth date";

/** A day on which nobody was born yet. */
const NEVER = "birthdate=2999-12-31";

const bornOn = ({ birthDate }: ProbedResource): string | null =>
  typeof birthDate === "string" && /^\d{4}-\d\d-\d\d$/.test(birthDate) ? birthDate : null;

/** Probe: whether the patients of a birth date are found, by which a new one is compared with those whom the server has. */
export async function probeBirthdateSearch(probing: Probing): Promise<Found> {
  if (probing.samples.get("Patient")?.answer.kind !== "ok")
    return found(PROBE, "was not tried: Patient cannot be searched");
  const sample = resourceWith(probing.samples, (resource) => bornOn(resource) !== null, ["Patient"]);
  const day = sample && bornOn(sample.resource);
  const { outcome, words } = await tryFilter(probing, {
    type: "Patient",
    never: NEVER,
    match: day === null ? null : { query: `birthdate=${day}`, fits: (resource) => bornOn(resource) === day },
  });
  const said = outcome === "works" ? "work: a new patient is compared with them" : `${words}: no patient is created`;
  return found(PROBE, said, { birthdate_search: outcome });
}
