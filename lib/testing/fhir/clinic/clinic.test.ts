import { validateResource } from "@medplum/core";
import type { Resource } from "@medplum/fhirtypes";
import { expect, it } from "vitest";
import { readDefinitions } from "#lib/testing/fhir/definitions";
import { clinicResources } from "./clinic.ts";

const NOW = new Date("2026-03-05T18:00:00Z");

it("is a clinic of 200 patients, 2,000 appointments over four weeks and 60 referrals with PDFs", {
  tags: "long",
}, () => {
  const counts: Record<string, number> = {};
  for (const { resourceType } of clinicResources(NOW)) counts[resourceType] = (counts[resourceType] ?? 0) + 1;
  expect(counts).toMatchObject({ Patient: 200, Appointment: 2_000, ServiceRequest: 60, Location: 2 });
  const pdfs = clinicResources(NOW).filter(
    (resource) => resource.resourceType === "Binary" && resource.contentType === "application/pdf",
  );
  expect(pdfs.length).toBeGreaterThanOrEqual(60);
});

it("is the same at the same time", { tags: "long" }, () => {
  expect(clinicResources(NOW)).toEqual(clinicResources(NOW));
});

it("is valid FHIR whose references all lead to resources of the clinic", () => {
  readDefinitions();
  const resources = clinicResources(NOW);
  const ids = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`));
  expect(ids.size).toBe(resources.length);
  const examples = new Map<string, Resource>();
  for (const resource of resources) examples.set(resource.resourceType, resource as Resource);
  for (const resource of examples.values()) validateResource(resource);
  const references = [...JSON.stringify(resources).matchAll(/"reference":"([^"]+)"/g)].map(([, to]) => to ?? "");
  expect(references.filter((to) => !ids.has(to))).toEqual([]);
});
