import type { z } from "zod";
import { emrTargets } from "#lib/egress/policies";
import { checkTarget, literalAddress } from "#lib/egress/target";
import { isPlainAddress } from "#lib/emr/port/connection-fields";
import { unseenIn } from "#lib/kernel/one-line";
import { type Endpoint, endpointShape, type Named, type Organization, organizationShape } from "./resources.ts";
import { foundBy } from "./words.ts";

/** An EMR of a directory: a practice with the address of the server that has its records. */
export interface DirectoryEntry {
  baseUrl: string;
  name: string;
  /** The organization of which the practice is a part; "" if it is none's. */
  brand: string;
  /** Where it is, in words: "Napa, CA 94558 and 3 more places"; "" if the directory does not say. */
  place: string;
  /** The words by which it is found. */
  words: string[];
}

/** What was read of a publication. */
export interface ReadEntries {
  entries: DirectoryEntry[];
  /** How many endpoints are left out, by the reason. */
  leftOut: Map<string, number>;
}

const NPI = /^(http:\/\/hl7\.org\/fhir\/sid\/us-npi|(urn:oid:)?2\.16\.840\.1\.113883\.4\.6)$/;
/** `dstu2` servers have another shape of nearly everything that is read. */
const VERSION = /endpoint-fhir-version$/;
const LONGEST_NAME = 200;
/** Words of the places of a laboratory with thousands of collection points. */
const MOST_WORDS = 600;
const LONGEST_ADDRESS = 2_048;
/** More levels than a brand has. */
const MOST_LEVELS = 8;

/** Returns a published text as one line of visible characters. */
function oneLine(text: string | undefined): string {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  const visible = unseenIn(line).length === 0 ? line : [...line].filter((each) => unseenIn(each).length === 0).join("");
  return visible.trim().slice(0, LONGEST_NAME);
}

/** The resources of a publication under all names by which its references may mean them. */
class Resources<Resource extends { id?: string | undefined }> {
  readonly all: Resource[] = [];
  readonly #byName = new Map<string, Resource>();
  readonly #type: string;

  constructor(type: string) {
    this.#type = type;
  }

  add(resource: Resource, fullUrl: string | undefined): void {
    this.all.push(resource);
    const names = [fullUrl, resource.id, resource.id && `${this.#type}/${resource.id}`];
    for (const name of names) if (name && !this.#byName.has(name)) this.#byName.set(name, resource);
  }

  /** Returns the resource that a reference means: by its address, by `Type/id`, or by the bare id that some write. */
  meantBy(reference: string | undefined): Resource | undefined {
    if (!reference) return undefined;
    const [unversioned = ""] = reference.split("/_history/");
    return this.#byName.get(reference) ?? this.#byName.get(unversioned.split("/").slice(-2).join("/"));
  }
}

const containedIn = <Shape extends z.ZodType>(
  { contained = [] }: { contained?: unknown[] | undefined },
  reference: string | undefined,
  shape: Shape,
): z.output<Shape> | undefined =>
  contained
    .flatMap((resource) => shape.safeParse(resource).data ?? [])
    .find((resource) => (resource as { id?: string }).id === reference?.replace(/^#/, ""));

/** Returns the base of an endpoint's address as browsers write it; some publish that of its metadata. "" for one that is none. */
function baseOf(address: string): string {
  const parts = (URL.parse(address)?.href ?? "").split("/");
  while (parts.at(-1) === "" || parts.at(-1) === "metadata") parts.pop();
  return parts.join("/");
}

const isPast = (end: string | undefined, now: Date): boolean => Date.parse(end ?? "") < now.getTime();

/** Checks whether an address may be dialled, as far as it says itself; its name is resolved when it is dialled. */
function mayBeLinked(base: string): boolean {
  if (base.length > LONGEST_ADDRESS || !isPlainAddress(base)) return false;
  const { protocol, hostname } = new URL(base);
  return (protocol === "https:" || literalAddress(hostname) !== null) && checkTarget(base, emrTargets()) === null;
}

/** Returns why an endpoint leads to no EMR that can be linked; null if it may. */
function reasonAgainst({ status, connectionType, address, period, extension }: Endpoint, now: Date): string | null {
  if (status !== undefined && status !== "active") return "its status is not active";
  if (isPast(period?.end, now)) return "its period has ended";
  const types = (connectionType ?? []).flatMap(({ code, coding = [] }) => [code, ...coding.map((each) => each.code)]);
  if (types.some(Boolean) && !types.includes("hl7-fhir-rest")) return "it is no FHIR server";
  const versions = (extension ?? []).flatMap(({ url = "", valueCode, valueString }) =>
    VERSION.test(url) ? [valueCode ?? valueString ?? ""] : [],
  );
  if (versions.length > 0 && !versions.some((version) => /^(4\.|R4)/i.test(version))) return "it is not FHIR R4";
  if (address === undefined) return "it has no address";
  return mayBeLinked(baseOf(address)) ? null : "its address is no https URL of a server";
}

type Address = NonNullable<Organization["address"]>[number];

const addressesOf = ({ address = [], contact = [] }: Organization): Address[] => [
  ...address,
  ...contact.flatMap((each) => each.address ?? []),
];

/** Returns an address in words: "Napa, CA 94558". */
const placeOf = ({ city, state, postalCode }: Address): string =>
  oneLine([city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", "));

function placesOf(organization: Organization): string {
  const places = [...new Set(addressesOf(organization).map(placeOf).filter(Boolean))];
  const [first = "", ...others] = places;
  if (others.length === 0) return first;
  return `${first} and ${others.length} more ${others.length === 1 ? "place" : "places"}`;
}

const textsOf = (organization: Organization): string[] => [
  ...(organization.alias ?? []),
  ...(organization.identifier ?? []).flatMap(({ system = "", value }) => (value && NPI.test(system) ? [value] : [])),
  ...addressesOf(organization).flatMap(({ city, state, postalCode }) => [city ?? "", state ?? "", postalCode ?? ""]),
];

/** Reads the resources of one publication, with the references between them. */
class Publication {
  readonly #organizations = new Resources<Organization>("Organization");
  readonly #endpoints = new Resources<Endpoint>("Endpoint");
  /** The endpoints that name an organization as theirs. */
  readonly #managed = new Map<Organization, Endpoint[]>();
  readonly #publisher: string;
  readonly #now: Date;

  constructor(resources: readonly Named[], publisher: string, now: Date) {
    this.#publisher = publisher;
    this.#now = now;
    for (const { fullUrl, resource } of resources) {
      const organization = organizationShape.safeParse(resource).data;
      if (organization) this.#organizations.add(organization, fullUrl);
      const endpoint = organization ? undefined : endpointShape.safeParse(resource).data;
      if (endpoint) this.#endpoints.add(endpoint, fullUrl);
    }
    for (const endpoint of this.#endpoints.all) {
      const managing = this.#organizations.meantBy(endpoint.managingOrganization?.reference);
      if (managing) this.#managed.set(managing, [...(this.#managed.get(managing) ?? []), endpoint]);
    }
  }

  /** Returns the organizations that one is part of, the nearest first. */
  #above(organization: Organization): Organization[] {
    const above: Organization[] = [];
    let next = this.#organizations.meantBy(organization.partOf?.reference);
    while (next && next !== organization && !above.includes(next) && above.length < MOST_LEVELS) {
      above.push(next);
      next = this.#organizations.meantBy(next.partOf?.reference);
    }
    return above;
  }

  #ownEndpoints(organization: Organization): Endpoint[] {
    const named = (organization.endpoint ?? []).flatMap(
      ({ reference }) =>
        this.#endpoints.meantBy(reference) ?? containedIn(organization, reference, endpointShape) ?? [],
    );
    return [...new Set([...named, ...(this.#managed.get(organization) ?? [])])];
  }

  /** Returns the endpoints of an organization: its own, or those of the nearest one above that has some. */
  #endpointsOf(organization: Organization): Endpoint[] {
    for (const each of [organization, ...this.#above(organization)]) {
      const own = this.#ownEndpoints(each);
      if (own.length > 0) return own;
    }
    return [];
  }

  #entryOf(endpoint: Endpoint, organization: Organization | undefined, name: string): DirectoryEntry {
    const above = organization ? this.#above(organization) : [];
    const brand = oneLine(above.findLast((each) => each.name !== undefined)?.name);
    const texts = [name, brand, this.#publisher, ...(organization ? textsOf(organization) : [])];
    return {
      baseUrl: baseOf(endpoint.address ?? ""),
      name,
      brand: brand === name ? "" : brand,
      place: organization ? placesOf(organization) : "",
      words: foundBy([...texts, ...above.flatMap(({ alias = [] }) => alias)]).slice(0, MOST_WORDS),
    };
  }

  /** Returns the organizations whose endpoint one is; it may contain the one that manages it. */
  #whose(endpoint: Endpoint, having: ReadonlyMap<Endpoint, Organization[]>): Organization[] {
    const contained = containedIn(endpoint, endpoint.managingOrganization?.reference, organizationShape);
    const all = [...(having.get(endpoint) ?? []), ...(contained ? [contained] : [])];
    return all.filter(({ active }) => active !== false);
  }

  read(): ReadEntries {
    const having = new Map<Endpoint, Organization[]>();
    for (const organization of this.#organizations.all)
      for (const endpoint of this.#endpointsOf(organization))
        having.set(endpoint, [...(having.get(endpoint) ?? []), organization]);
    const entries = new Map<string, DirectoryEntry>();
    const leftOut = new Map<string, number>();
    for (const endpoint of new Set([...this.#endpoints.all, ...having.keys()])) {
      const reason = reasonAgainst(endpoint, this.#now);
      if (reason !== null) {
        leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
        continue;
      }
      const own = oneLine(endpoint.name) || oneLine(endpoint.managingOrganization?.display);
      const owners = this.#whose(endpoint, having);
      for (const organization of owners.length > 0 ? owners : [undefined]) {
        const host = URL.parse(endpoint.address ?? "")?.host ?? "";
        const entry = this.#entryOf(endpoint, organization, oneLine(organization?.name) || own || host);
        entries.set(JSON.stringify([entry.baseUrl, entry.name, entry.place]), entry);
      }
    }
    return { entries: [...entries.values()], leftOut };
  }
}

/**
 * Reads the EMRs of a published endpoint directory: FHIR R4 or R5 Endpoints and Organizations, as vendors publish them for
 * 45 CFR 170.404(b)(2), and as the brands of SMART App Launch 2.2 ("User-access Brands and Endpoints"). `publisher` is a
 * word by which all are found, such as the vendor.
 */
export const readEntries = (resources: readonly Named[], publisher: string, now: Date): ReadEntries =>
  new Publication(resources, publisher, now).read();
