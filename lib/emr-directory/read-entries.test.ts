import { describe, expect, it } from "vitest";
import { readContent, Unreadable } from "./publication.ts";
import { readEntries } from "./read-entries.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const REST = { system: "http://terminology.hl7.org/CodeSystem/endpoint-connection-type", code: "hl7-fhir-rest" };

const endpoint = (id: string, more: object = {}) => ({
  resourceType: "Endpoint",
  id,
  status: "active",
  connectionType: REST,
  address: `https://ehr.example/${id}/fhir`,
  ...more,
});
const organization = (id: string, name: string, more: object = {}) => ({
  resourceType: "Organization",
  id,
  active: true,
  name,
  ...more,
});
const bundle = (...resources: object[]) => ({
  resourceType: "Bundle",
  type: "collection",
  entry: resources.map((resource) => ({ resource })),
});

const read = (published: unknown) =>
  readEntries(readContent(Buffer.from(JSON.stringify(published))).resources, "Vendor", NOW);
const shown = (published: unknown) =>
  read(published).entries.map(({ name, brand, place, baseUrl }) => [name, brand, place, baseUrl].join(" | "));

describe("an organization and its endpoint", () => {
  it.each<[string, object[]]>([
    ["by the organization", [organization("o", "Lake", { endpoint: [{ reference: "Endpoint/e" }] }), endpoint("e")]],
    [
      "by the endpoint",
      [organization("o", "Lake"), endpoint("e", { managingOrganization: { reference: "Organization/o" } })],
    ],
    [
      "by both",
      [
        organization("o", "Lake", { endpoint: [{ reference: "Endpoint/e" }] }),
        endpoint("e", { managingOrganization: { reference: "Organization/o" } }),
      ],
    ],
    [
      "by an absolute address",
      [organization("o", "Lake", { endpoint: [{ reference: "https://x.example/r4/Endpoint/e" }] }), endpoint("e")],
    ],
    [
      "by a version",
      [organization("o", "Lake", { endpoint: [{ reference: "Endpoint/e/_history/3" }] }), endpoint("e")],
    ],
    [
      "with the organization within it, named by its bare id",
      [endpoint("e", { contained: [organization("o=", "Lake")], managingOrganization: { reference: "o=" } })],
    ],
    [
      "with the organization within it, named as contained",
      [endpoint("e", { contained: [organization("o", "Lake")], managingOrganization: { reference: "#o" } })],
    ],
    [
      "with the endpoint within it",
      [organization("o", "Lake", { contained: [endpoint("e")], endpoint: [{ reference: "#e" }] })],
    ],
    ["by its display alone", [endpoint("e", { managingOrganization: { display: "Lake" } })]],
    ["by the endpoint's name alone", [endpoint("e", { name: "Lake" })]],
    [
      "with one endpoint that is no list",
      [organization("o", "Lake", { endpoint: { reference: "Endpoint/e" } }), endpoint("e")],
    ],
  ])("belong together %s", (_, resources) => {
    expect(shown(bundle(...resources))).toEqual(["Lake |  |  | https://ehr.example/e/fhir"]);
  });

  it("belong together by the address under which the bundle has them", () => {
    const published = {
      resourceType: "Bundle",
      entry: [
        { fullUrl: "urn:uuid:1", resource: endpoint("e", { id: undefined, address: "https://ehr.example/r4" }) },
        { fullUrl: "urn:uuid:2", resource: organization("o", "Lake", { endpoint: [{ reference: "urn:uuid:1" }] }) },
      ],
    };
    expect(shown(published)).toEqual(["Lake |  |  | https://ehr.example/r4"]);
  });

  it("is named by its host where nobody names it", () => {
    expect(shown(bundle(endpoint("e")))).toEqual(["ehr.example |  |  | https://ehr.example/e/fhir"]);
  });
});

it("shows a brand's practices, with the brand's endpoint where they have none", () => {
  const published = bundle(
    organization("b", "Great Lakes Health", { endpoint: [{ reference: "Endpoint/e" }], alias: ["GLH"] }),
    organization("p", "Duluth Clinic", {
      partOf: { reference: "Organization/b" },
      address: [{ city: "Duluth", state: "MN", postalCode: "55802" }],
    }),
    organization("q", "Superior Clinic", {
      partOf: { reference: "Organization/b" },
      endpoint: [{ reference: "Endpoint/f" }],
    }),
    organization("gone", "Old Clinic", { partOf: { reference: "Organization/b" }, active: false }),
    endpoint("e"),
    endpoint("f"),
  );
  expect(shown(published)).toEqual([
    "Great Lakes Health |  |  | https://ehr.example/e/fhir",
    "Duluth Clinic | Great Lakes Health | Duluth, MN 55802 | https://ehr.example/e/fhir",
    "Superior Clinic | Great Lakes Health |  | https://ehr.example/f/fhir",
  ]);
  expect(read(published).entries[1]?.words).toEqual(
    expect.arrayContaining(["duluth", "clinic", "great", "lakes", "health", "vendor", "mn", "55802", "glh"]),
  );
});

it("ends with brands that are part of each other", () => {
  const published = bundle(
    organization("a", "A", { partOf: { reference: "Organization/b" } }),
    organization("b", "B", { partOf: { reference: "Organization/a" }, endpoint: [{ reference: "Endpoint/e" }] }),
    endpoint("e"),
  );
  expect(shown(published)).toEqual(["A | B |  | https://ehr.example/e/fhir", "B | A |  | https://ehr.example/e/fhir"]);
});

it("says of many places the first, and finds by all", () => {
  const [entry] = read(
    bundle(
      organization("o", "Lab", {
        endpoint: [{ reference: "Endpoint/e" }],
        address: [{ city: "Napa", state: "CA" }],
        contact: [{ address: { city: "Sonoma", state: "CA" } }, { address: [{ city: "St. Helena", state: "CA" }] }],
      }),
      endpoint("e"),
    ),
  ).entries;
  expect(entry?.place).toBe("Napa, CA and 2 more places");
  expect(entry?.words).toEqual(expect.arrayContaining(["napa", "sonoma", "st", "saint", "helena"]));
});

it.each<[string, object]>([
  ["its status is not active", { status: "off" }],
  ["its period has ended", { period: { end: "2026-01-31" } }],
  ["it is no FHIR server", { connectionType: { code: "direct-project" } }],
  ["it is no FHIR server", { connectionType: [{ coding: [{ code: "ihe-xds" }] }] }],
  [
    "it is not FHIR R4",
    { extension: [{ url: "http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version", valueCode: "1.0.2" }] },
  ],
  ["it has no address", { address: "" }],
  ["it has no address", { address: 7 }],
  ["its address is no https URL of a server", { address: "http://ehr.example/fhir" }],
  ["its address is no https URL of a server", { address: "https://user:secret@ehr.example/fhir" }],
  ["its address is no https URL of a server", { address: "https://ehr.example/fhir?tenant=7" }],
  ["its address is no https URL of a server", { address: "ehr.example/fhir" }],
  ["its address is no https URL of a server", { address: "https://169.254.169.254/fhir" }],
  ["its address is no https URL of a server", { address: "https://[fd00::1]/fhir" }],
  ["its address is no https URL of a server", { address: "javascript:alert(1)" }],
  ["its address is no https URL of a server", { address: `https://ehr.example/${"x".repeat(3000)}` }],
])("leaves an endpoint out because %s", (reason, more) => {
  const { entries, leftOut } = read(bundle(endpoint("e", more), endpoint("f")));
  expect(entries.map(({ baseUrl }) => baseUrl)).toEqual(["https://ehr.example/f/fhir"]);
  expect([...leftOut]).toEqual([[reason, 1]]);
});

it.each([
  ["a status that is missing", { status: undefined }],
  ["a period that lasts", { period: { start: "2020-01-01" } }],
  ["R5's list of kinds", { connectionType: [{ coding: [REST] }] }],
  [
    "several versions of FHIR",
    {
      extension: ["3.0.2", "4.0.1"].map((valueCode) => ({
        url: "http://hl7.org/fhir/StructureDefinition/endpoint-fhir-version",
        valueCode,
      })),
    },
  ],
  ["the address of its metadata", { address: "https://ehr.example/e/fhir/metadata" }],
  ["a stroke and blanks around its address", { address: " https://ehr.example/e/fhir/ " }],
  ["parts that are no FHIR", { name: { text: 1 }, contained: "none", extension: 5, period: "now" }],
])("takes an endpoint with %s", (_, more) => {
  expect(read(bundle(endpoint("e", more))).entries.map(({ baseUrl }) => baseUrl)).toEqual([
    "https://ehr.example/e/fhir",
  ]);
});

it("shows names as one line of visible characters, and finds by plain letters", () => {
  const [entry] = read(bundle(endpoint("e", { name: "  Clínica\u202e\n d’Àvila – St. John’s " }))).entries;
  expect(entry?.name).toBe("Clínica d’Àvila – St. John’s");
  expect(entry?.words).toEqual(["clinica", "davila", "st", "saint", "johns", "vendor"]);
});

it("finds by a word that an object has, and by the beginning of one that is too long for the database", () => {
  const [entry] = read(
    bundle(
      organization("o", "Constructor Clinic", { alias: ["x".repeat(5_000)], endpoint: [{ reference: "Endpoint/e" }] }),
      endpoint("e"),
    ),
  ).entries;
  expect(entry?.words).toEqual(["constructor", "clinic", "vendor", "x".repeat(100)]);
});

it.each([
  ["https://EHR.example/R4", "https://ehr.example/R4"],
  ["https://ehr.example/a\u0000b/\tR4", "https://ehr.example/a%00b/R4"],
  ["https://ehr.example/é", "https://ehr.example/%C3%A9"],
  ["https://ehr.example", "https://ehr.example"],
])("writes the address %j as browsers do", (address, written) => {
  expect(read(bundle(endpoint("e", { address }))).entries.map(({ baseUrl }) => baseUrl)).toEqual([written]);
});

it("shows an EMR that is listed twice once", () => {
  expect(
    read([
      bundle(endpoint("e", { name: "Lake" })),
      bundle(endpoint("x", { name: "Lake", address: "https://ehr.example/e/fhir/" })),
    ]).entries,
  ).toHaveLength(1);
});

it("reads NDJSON and a byte order mark", () => {
  const lines = [endpoint("e", { name: "Lake" }), endpoint("f", { name: "River" })].map((line) => JSON.stringify(line));
  const { resources } = readContent(Buffer.from(`\u{feff}${lines.join("\r\n")}\r\n`));
  expect(readEntries(resources, "Vendor", NOW).entries.map(({ name }) => name)).toEqual(["Lake", "River"]);
});

it.each([
  ["<html></html>", "It is a web page or XML, not JSON"],
  ["name,address\nLake,https://ehr.example", "It is not valid JSON"],
  ['{"resourceType":"Bundle","entry":[', "It is not valid JSON"],
  ["", "It is not valid JSON"],
])("says why %s cannot be read", (content, message) => {
  expect(() => readContent(Buffer.from(content))).toThrow(new Unreadable(message));
});

it.each([
  [null],
  [7],
  ["text"],
  [[]],
  [{}],
  [{ resourceType: "Bundle" }],
  [{ resourceType: "Bundle", entry: [null, 3, { resource: null }] }],
])("finds nothing in %j", (published) => {
  expect(read(published)).toEqual({ entries: [], leftOut: new Map() });
});
