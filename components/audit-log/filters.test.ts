import { expect, it } from "vitest";
import { auditQuery, EVERYTHING } from "./filters.ts";

const none = { actor: "", show: "", action: "", resource: "", patient_mrn: "", from: "", until: "" };

it("requests the clinic's whole days, across a clock change as well", () => {
  expect(auditQuery({ ...none, actor: "Dana", from: "2026-03-08", until: "2026-03-08" }, "America/New_York")).toEqual({
    actor: "Dana",
    action: "",
    kind: "changes",
    resource: "",
    patient_mrn: "",
    created_after: "2026-03-08T05:00:00.000Z",
    created_before: "2026-03-09T03:59:59.999Z",
  });
});

it("requests only changes unless everything or one action is selected", () => {
  const kinds = [none, { ...none, show: EVERYTHING }, { ...none, action: "patients:read" }].map(
    (filters) => auditQuery(filters, "UTC").kind,
  );
  expect(kinds).toEqual(["changes", "", ""]);
});
