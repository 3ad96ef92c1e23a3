import { type Filter, type FilterFound, tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import type { ProbedResource } from "./page.ts";
import { type Probing, resourceWith } from "./probing.ts";
import type { ProbedType } from "./readable.ts";

const PROBE = "Searches by identifier";

/** The types that carry a job's key, by which a write is looked for; patients show whether the search finds at all. */
const KEYED: readonly ProbedType[] = ["Patient", "ServiceRequest", "DocumentReference", "Communication", "Task"];

const NEVER = `identifier=${encodeURIComponent("urn:clinical-records-console:probe|there-is-none")}`;

/** Tries whether `identifier=system|value` finds exactly the resources of a type with that identifier. */
export async function tryIdentifiers(
  probing: Probing,
  type: ProbedType,
  pace: Pick<Filter, "sparing"> = {},
): Promise<FilterFound> {
  const hasIdentifier = ({ identifier }: ProbedResource) => identifier.length > 0;
  const [wanted] = resourceWith(probing.samples, hasIdentifier, [type])?.resource.identifier ?? [];
  return tryFilter(probing, {
    ...pace,
    type,
    never: NEVER,
    match: wanted
      ? {
          query: `identifier=${encodeURIComponent(`${wanted.system}|${wanted.value}`)}`,
          fits: ({ identifier }) =>
            identifier.some(({ system, value }) => system === wanted.system && value === wanted.value),
        }
      : null,
    lacking: { query: "identifier:missing=true", fits: ({ identifier }) => identifier.length === 0 },
  });
}

/** The worst outcome counts: one type whose writes cannot be looked for is enough. */
const WORST = ["refused", "ignored", "works", "unknown"] as const;

const VISIT_PROBE = "A search of visits by identifier";

/** Tries the search by which a booking whose answer is lost is looked for. */
async function probeVisits(probing: Probing): Promise<Found> {
  if (probing.samples.get("Appointment")?.answer.kind !== "ok")
    return found(VISIT_PROBE, "was not tried: Appointment cannot be searched");
  const { outcome, words } = await tryIdentifiers(probing, "Appointment");
  const said = outcome === "works" ? "works: a booking is looked for by its key" : `${words}: no visit is booked`;
  return found(VISIT_PROBE, said, { visit_identifier_search: outcome });
}

const both = (one: Found, other: Found): Found => ({
  behaviour: [...one.behaviour, ...other.behaviour],
  findings: { ...one.findings, ...other.findings },
});

/** Probe: whether `identifier=system|value` finds exactly the resources with that identifier, visits apart. */
export async function probeIdentifierSearch(probing: Probing): Promise<Found> {
  const [records, visits] = await Promise.all([probeRecords(probing), probeVisits(probing)]);
  return both(records, visits);
}

async function probeRecords(probing: Probing): Promise<Found> {
  const types = KEYED.filter((type) => probing.samples.get(type)?.answer.kind === "ok");
  const tried = await Promise.all(types.map(async (type) => ({ type, ...(await tryIdentifiers(probing, type)) })));
  const outcome = WORST.find((each) => tried.some((one) => one.outcome === each)) ?? "unknown";
  const which = tried.filter((one) => one.outcome === outcome);
  const { words = "was not tried: no type can be searched" } = which[0] ?? {};
  const names = which.map(({ type }) => type).join(", ");
  if (outcome === "works")
    return found(PROBE, `work for ${names}: a write is looked for by its key`, { identifier_search: outcome });
  return found(PROBE, `${names ? `${names}: ` : ""}${words}: a write whose end is unknown is left to a person`, {
    identifier_search: outcome,
  });
}
