import { expect, it } from "vitest";
import { ownAddress } from "./own-address.ts";

const BASE = "https://ehr.example/fhir/R4";

it.each([
  ["https://ehr.example/fhir/R4?page=2", "https://ehr.example/fhir/R4?page=2"],
  ["Patient?page=2", "https://ehr.example/fhir/R4/Patient?page=2"],
  ["/fhir/R4/Patient?page=2", "https://ehr.example/fhir/R4/Patient?page=2"],
  ["?page=2", "https://ehr.example/fhir/R4/Patient?page=2"],
  ["http://ehr.example/fhir/R4?page=2", "https://ehr.example/fhir/R4?page=2"],
  ["http://ehr.example:443/fhir/R4?page=2", "https://ehr.example/fhir/R4?page=2"],
  ["http://ehr.example//elsewhere.example/x", "https://ehr.example//elsewhere.example/x"],
])("%s is the server's own", (address, own) => {
  expect(ownAddress(address, BASE, "Patient?_count=5")?.href).toBe(own);
});

it.each([
  "https://elsewhere.example/fhir/R4?page=2",
  "http://elsewhere.example/fhir/R4?page=2",
  "//elsewhere.example/fhir/R4",
  "https://ehr.example:8443/fhir/R4",
  "http://ehr.example:8080/fhir/R4",
  "http://me:secret@ehr.example/fhir/R4",
  "https://me@ehr.example/fhir/R4",
  "ftp://ehr.example/fhir/R4",
  "https://",
])("%s is not", (address) => {
  expect(ownAddress(address, BASE)).toBeNull();
});

it("keeps the port of the base URL, and never leaves https for http", () => {
  expect(ownAddress("http://ehr.example/x", "https://ehr.example:8443/fhir")?.href).toBe("https://ehr.example:8443/x");
  expect(ownAddress("https://ehr.example/x", "http://ehr.example/fhir")).toBeNull();
});
