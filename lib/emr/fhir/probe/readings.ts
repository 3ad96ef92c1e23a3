import type { FhirFindings } from "#lib/emr/fhir/findings";
import { isBySchedule, legsOf, TURNS } from "#lib/emr/fhir/reading/parts/legs";
import { besideOf, type FoundKind, isExported, kindsOf, partsOfKind } from "#lib/emr/fhir/reading/record-kinds";
import { isReadable, type Way } from "#lib/emr/fhir/ways";
import { type Found, found } from "./found.ts";
import type { Samples } from "./readable.ts";

/** A clinic as large as it is said what its syncs cost. */
interface Clinic {
  providers: number;
  patients: number;
}

const CLINIC: Clinic = { providers: 12, patients: 1_500 };

/** The part of a clinic's patients who have a visit around today. */
const NEAR_PATIENTS = 1 / 4;

/** The kinds of which it is said how they are read, with their first types and the records of a clinic. */
const KINDS: readonly { kind: FoundKind; name: string; type: string; size: number; count(clinic: Clinic): number }[] = [
  { kind: "providers", name: "practitioners", type: "Practitioner", size: 50, count: ({ providers }) => providers },
  { kind: "patients", name: "patients", type: "Patient", size: 200, count: ({ patients }) => patients },
  {
    kind: "appointments",
    name: "visits and slots",
    type: "Appointment",
    size: 200,
    count: ({ patients }) => patients * 10,
  },
  { kind: "referrals", name: "referrals", type: "ServiceRequest", size: 200, count: ({ patients }) => patients },
  { kind: "documents", name: "documents", type: "DocumentReference", size: 10, count: ({ patients }) => patients * 2 },
];

interface Cost {
  first: number;
  following: number;
}

/** Returns the calls of a kind whose list is read: its pages, then those of what changed and of its ids. */
function costOfList(records: number, entries: number, isByChange: boolean): Cost {
  const pages = Math.max(1, Math.ceil(records / entries));
  const ids = Math.max(1, Math.ceil(records / 1_000));
  return { first: pages + 1, following: isByChange ? 1 + ids : pages + 1 };
}

/** Returns the calls of reading one type by parts, without further pages. */
function costOfParts(type: string, way: Way, { providers, patients }: Clinic, today: string): Cost {
  if (isBySchedule(way)) {
    const legs = legsOf(new Map([[type, way]]), today, null);
    const near = legs.filter(({ isNear }) => isNear).length;
    const lookups = way.by === "schedule" ? 1 : 0;
    return {
      first: providers * (legs.length + lookups),
      following: Math.round(providers * (near + (legs.length - near) / TURNS + lookups)),
    };
  }
  const near = patients * NEAR_PATIENTS;
  const following = near + (patients - near) / TURNS;
  const each = way.several ? 25 : 1;
  return { first: Math.ceil(patients / each), following: Math.ceil(following / each) };
}

/** The calls of an export: it is asked for, asked about some times, read from the file of each type, and removed. */
const OF_EXPORT: Cost = { first: 20, following: 20 };

const sum = (costs: readonly Cost[]): Cost => ({
  first: costs.reduce((all, { first }) => all + first, 0),
  following: costs.reduce((all, { following }) => all + following, 0),
});

const number = (value: number): string => value.toLocaleString("en-US");

/** Returns a way in words. */
function wayWords({ by, form, days }: Way): string {
  const span = days === 1 ? "one day" : days === null ? "all days" : `up to ${days} days`;
  if (by === "practitioner") return `for one practitioner and ${span}`;
  if (by === "schedule") return `for one schedule and ${span}`;
  if (by === "id") return "by the ids that other records name";

  return form === "none" ? "for one patient" : "for one patient and a range of days";
}

/** Returns the numbers of practitioners and patients that a probe found; null if it found none. */
function clinicFound(samples: Samples, practitionerIds: readonly string[]): Clinic | null {
  const counted = (type: "Practitioner" | "Patient"): number | null => {
    const page = samples.get(type);
    return page?.answer.kind === "ok" ? page.total : null;
  };
  const providers = counted("Practitioner") ?? (practitionerIds.length > 0 ? practitionerIds.length : null);
  const patients = counted("Patient");
  return providers === null || patients === null ? null : { providers, patients };
}

/**
 * Says in which way each kind of record is read with some findings, and how many calls that costs: for a clinic of 12 providers
 * and 1,500 patients, and for the numbers that were found. Further pages and the files of documents come on top.
 */
export function readingsFound(findings: FhirFindings, samples: Samples, practitionerIds: readonly string[]): Found {
  const kinds = kindsOf(findings);
  const today = new Date().toISOString().slice(0, 10);
  const here = clinicFound(samples, practitionerIds);
  const behaviour = KINDS.flatMap(({ kind, name, type, size, count }) => {
    const { read, reason } = kinds[kind];
    const label = `How ${name} are read`;
    const refusal = samples.get(type as never)?.answer.words ?? "";
    if (read === "unsupported") {
      const said = isReadable(findings, type) || refusal === "" ? "" : `. A search of all ${refusal}`;
      return found(label, `not at all: ${reason ?? ""}${said}`).behaviour;
    }
    const parts = partsOfKind(kind, findings);
    const beside = besideOf(kind, findings);
    const costFor = (clinic: Clinic): Cost => {
      if (parts.size > 0) return sum([...parts].map(([each, way]) => costOfParts(each, way, clinic, today)));
      if (isExported(kind, findings)) return OF_EXPORT;
      if (beside.size > 0)
        return sum([
          costOfList(count(clinic), Math.min(size, findings.page_size ?? size), findings.last_updated === "works"),
          ...[...beside].map(([each, way]) => costOfParts(each, way, clinic, today)),
        ]);
      if (!isReadable(findings, type)) return { first: clinic.providers, following: clinic.providers };
      return costOfList(count(clinic), Math.min(size, findings.page_size ?? size), read === "incremental");
    };
    const others = [...beside].map(([each, found]) => `, ${each} ${wayWords(found)}`).join("");
    const list = findings.last_updated === "works" ? "as a list, then what changed since" : "as a whole list each time";
    const way =
      parts.size > 0
        ? [...parts].map(([each, found]) => `${each} ${wayWords(found)}`).join(", ")
        : isExported(kind, findings)
          ? `${type} from an export alone, one at each sync for all that is read so`
          : beside.size > 0
            ? `${list}${others}`
            : !isReadable(findings, type)
              ? "by the ids that were entered"
              : read === "incremental"
                ? "as a list, then what changed since"
                : "as a whole list each time";
    const costWords = (clinic: Clinic): string => {
      const { first, following } = costFor(clinic);
      return `about ${number(first)} calls at first and ${number(following)} at a following sync`;
    };
    const own = here ? `; here ${costWords(here)}` : "";
    const isFewer = [...parts.values()].some(({ by }) => by === "patient");
    const fewer = isFewer ? "; fewer if the server is seen to answer for several patients at once" : "";
    const words = `${way}. ${costWords(CLINIC)} for ${CLINIC.providers} providers and ${number(CLINIC.patients)} patients${own}${fewer}`;
    return found(label, words.replace(/\. about/, ". About")).behaviour;
  });
  return { findings: {}, behaviour };
}
