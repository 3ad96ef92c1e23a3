import type { FhirResource } from "fhir/r4";
import { fits } from "./matching.ts";
import { parametersOf } from "./parameters.ts";
import type { Quirks } from "./quirks.ts";

/** Returns the values of a parameter that a server looks for, which may take no lists. */
function takenOf(values: readonly string[], { lists }: Quirks): string[] {
  if (typeof lists === "number") return values.map((value) => value.split(",").slice(0, lists).join(","));
  return lists === "none" ? values.map((value) => value.replaceAll(",", "_")) : [...values];
}

/** Returns what a search finds, in the order that it asks for. */
export function matching(resources: readonly FhirResource[], type: string, query: URLSearchParams, quirks: Quirks) {
  const known = parametersOf(type).filter(({ name }) => !quirks.ignored.includes(name));
  const found = resources.filter(
    (resource) =>
      !quirks.hidden.includes(`${type}/${resource.id}`) &&
      known.every((parameter) =>
        takenOf(query.getAll(parameter.name), quirks).every((asked) => fits(resource, parameter, asked)),
      ),
  );
  const sort = quirks.ignored.includes("_sort") ? "" : (query.get("_sort") ?? "");
  const keyOf = ({ id, meta }: FhirResource): string => (sort.endsWith("_id") ? id : meta?.lastUpdated) ?? "";
  if (!/^-?_(id|lastUpdated)$/.test(sort)) return found;
  const sign = sort.startsWith("-") ? -1 : 1;
  return found.toSorted((a, b) => sign * (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/** Returns a resource as the server shows it. */
export function shown(resource: FhirResource, { lastUpdated, versionId }: Quirks): FhirResource {
  const { lastUpdated: held, versionId: counted, ...meta } = resource.meta ?? {};
  const time = { true: held, now: new Date().toISOString(), none: undefined }[lastUpdated];
  const version = versionId ?? counted;
  return {
    ...resource,
    meta: { ...meta, ...(version === undefined ? {} : { versionId: version }), ...(time ? { lastUpdated: time } : {}) },
  };
}

/** Returns the page of a search as a Bundle. `address` returns that of another page. */
export function pageOf(
  found: readonly FhirResource[],
  query: URLSearchParams,
  quirks: Quirks,
  address: (query: URLSearchParams) => string,
) {
  const asked = Number(query.get("_count") ?? quirks.pageSize);
  const size = Math.min(Number.isInteger(asked) && asked > 0 ? asked : quirks.pageSize, quirks.maxCount);
  const start = Number(query.get("_offset") ?? 0);
  const from = quirks.links === "repeated" ? 0 : start;
  const entries = found.slice(from, from + size);
  const isCut = asked > quirks.maxCount;
  const hasNext = { next: start + size < found.length && !isCut, none: false, endless: true, repeated: true }[
    quirks.links
  ];
  const further = new URLSearchParams(query);
  further.set("_count", String(size));
  further.set("_offset", String(start + size));
  const { totals } = quirks;
  const total =
    typeof totals === "number"
      ? found.length + totals
      : { true: found.length, page: entries.length, none: undefined }[totals];
  return {
    resourceType: "Bundle",
    type: "searchset",
    ...(total === undefined ? {} : { total }),
    link: [
      { relation: "self", url: address(query) },
      ...(hasNext ? [{ relation: "next", url: address(further) }] : []),
    ],
    ...(entries.length === 0 ? {} : { entry: entries.map((each) => ({ resource: shown(each, quirks) })) }),
  };
}
