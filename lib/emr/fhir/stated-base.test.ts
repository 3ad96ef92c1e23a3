import { describe, expect, it } from "vitest";
import { reachAt, statedBase } from "./stated-base.ts";

const INNER = "http://inner.example:8080/fhir";
const selfOf = (url: unknown) => ({ resourceType: "Bundle", link: [{ relation: "self", url }] });

describe("the base URL by which a server names itself", () => {
  it.each([
    [`${INNER}/Patient?_count=5`, INNER],
    [`${INNER}/Patient`, INNER],
    [`${INNER}/Patient/?_count=5`, INNER],
    [`${INNER}/Patient/_search`, INNER],
    [`${INNER}/Patient/_search?_count=5`, INNER],
    ["https://inner.example/Patient?x=Patient/_search", "https://inner.example"],
    [`${INNER}/Patient/Patient?_count=1`, `${INNER}/Patient`],
  ])("is in %s", (url, base) => {
    expect(statedBase(selfOf(url), "Patient")).toBe(base);
  });

  it.each([
    ["Patient?_count=5"],
    ["/fhir/Patient?_count=5"],
    [`${INNER}?_getpages=1`],
    [`${INNER}/Practitioner?_count=5`],
    [`${INNER}/Patients?_count=5`],
    [`${INNER}?of=x/Patient?`],
    ["urn:uuid:6f1/Patient"],
    [null],
    [7],
  ])("is not told by %s", (url) => {
    expect(statedBase(selfOf(url), "Patient")).toBeNull();
  });
});

describe("addresses of a server that names itself otherwise", () => {
  const reach = <Node extends object>(node: Node): Node => {
    reachAt(node as never, { stated: INNER, reached: "https://ehr.example/r4" });
    return node;
  };

  it.each([
    [{ link: [{ relation: "next", url: `${INNER}?_getpages=7` }] }, "https://ehr.example/r4?_getpages=7"],
    [{ link: [{ relation: "next", url: INNER }] }, "https://ehr.example/r4"],
    [{ entry: [{ fullUrl: `${INNER}/Patient/1` }] }, "https://ehr.example/r4/Patient/1"],
    [{ subject: { reference: `${INNER}/Patient/1` } }, "https://ehr.example/r4/Patient/1"],
    [{ content: [{ attachment: { url: `${INNER}/Binary/1` } }] }, "https://ehr.example/r4/Binary/1"],
    [{ extension: [{ valueAttachment: { url: `${INNER}/Binary/1` } }] }, "https://ehr.example/r4/Binary/1"],
  ])("%j is asked where the server is reached", (node, address) => {
    expect(JSON.stringify(reach(node))).toContain(`"${address}"`);
  });

  it.each([
    [{ subject: { reference: `${INNER}2/Patient/1` } }],
    [{ subject: { reference: "http://inner.example:8081/fhir/Patient/1" } }],
    [{ subject: { reference: "Patient/1" } }],
    [{ identifier: [{ system: `${INNER}/identifiers`, value: "1" }] }],
    [{ extension: [{ url: `${INNER}/StructureDefinition/own`, valueString: INNER }] }],
    [{ note: [{ text: `${INNER}/Patient/1` }] }],
    [{ link: [null, 7, [{ url: INNER }]], reference: 7 }],
  ])("%j stays", (node) => {
    expect(reach(structuredClone(node))).toEqual(node);
  });
});
