import { expect, it } from "vitest";
import { viewPermissions } from "./permissions.ts";

it("lets the form of one patient compare what it sends, and no form with the payments of all", () => {
  const compared = ["claims:read", "patients:read", "payments:read"];
  const about = { operation: "payments:create" };
  expect(viewPermissions("operation", { ...about, patient_mrn: "MRN-1" })).toEqual(expect.arrayContaining(compared));
  expect(viewPermissions("operation", about).filter((each) => compared.includes(each))).toEqual([]);
  const chartNote = { operation: "patient-notes:create", patient_mrn: "MRN-1" };
  expect(viewPermissions("operation", chartNote).filter((each) => compared.includes(each))).toEqual(["patients:read"]);
});
