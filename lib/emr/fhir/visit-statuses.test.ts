import { describe, expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import {
  FHIR_VISIT_STATUSES,
  fhirStatusOf,
  statusCodeOf,
  statusElements,
  unmappedStatuses,
  visitStatuses,
  visitStatusList,
} from "./visit-statuses.ts";

const mapped = visitStatuses.parse([
  { code: "10", description: "Planned", fhir_status: "booked" },
  { code: "20", description: "In the waiting room", fhir_status: "arrived" },
  { code: "21", description: "In room 1", fhir_status: "arrived" },
  { code: "90", description: "Called off", fhir_status: "cancelled" },
]);

const at = (status: string) => ({ status }) as Parameters<typeof statusCodeOf>[0];

describe("visit statuses of a FHIR server", () => {
  it("are FHIR's own without a mapping, both ways", () => {
    for (const code of Object.keys(FHIR_VISIT_STATUSES)) {
      expect(statusCodeOf({ status: fhirStatusOf(code, undefined) }, undefined)).toBe(code);
    }
    expect(visitStatusList(undefined)).toHaveLength(10);
    expect(unmappedStatuses([])).toEqual([]);
  });

  it("come back as they were written, also if several codes share a FHIR status", () => {
    for (const { code, fhir_status } of mapped) {
      const written = statusElements(code, {}, mapped);
      expect(written.status).toBe(fhir_status);
      expect(statusCodeOf(written, mapped)).toBe(code);
    }
  });

  it("are the first of several codes if the server keeps no extension, or another has set the status", () => {
    expect(statusCodeOf(at("arrived"), mapped)).toBe("20");
    const { extension = [] } = statusElements("21", {}, mapped);
    expect(statusCodeOf({ status: "booked", extension }, mapped)).toBe("10");
  });

  it("leave other extensions as they are", () => {
    const other = { url: "https://ehr.example/colour", valueString: "red" };
    const { extension } = statusElements("21", { extension: [other] }, mapped);
    expect(extension).toHaveLength(2);
    expect(statusElements("10", { extension: extension ?? [] }, mapped).extension).toEqual([other]);
  });

  it("show an unmapped status with its own code, and refuse an unmapped code by its name", () => {
    expect(statusCodeOf(at("noshow"), mapped)).toBe("noshow");
    expect(statusCodeOf(at("in-orbit"), mapped)).toBe("in-orbit");
    expect(unmappedStatuses(mapped)).toContain("noshow");
    for (const code of ["noshow", "99"]) {
      expect(() => fhirStatusOf(code, mapped)).toThrow(
        new EmrError("validation", `The visit status ${code} is not mapped to a status of FHIR`, {
          code: "value_not_found",
        }),
      );
    }
    expect(() => fhirStatusOf("99", undefined)).toThrow("FHIR has no visit status 99");
  });

  it("refuse a mapping in which a code is there twice, or is FHIR's of another, unmapped status", () => {
    const twice = [...mapped, { code: "10", description: "Again", fhir_status: "pending" }];
    expect(visitStatuses.safeParse(twice).error?.issues[0]).toMatchObject({
      path: [4, "code"],
      message: "must be unique",
    });
    const misleading = [{ code: "booked", description: "Wished for", fhir_status: "proposed" }];
    expect(visitStatuses.safeParse(misleading).error?.issues[0]?.message).toContain("map booked as well");
  });
});
