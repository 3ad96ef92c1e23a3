import { expect, it } from "vitest";
import { csvTable } from "#lib/kernel/csv";
import { AUDIT_COLUMNS } from "./export.ts";

it("writes every field, and escapes cells that a spreadsheet would execute", () => {
  const csv = csvTable(AUDIT_COLUMNS, [
    {
      id: "1",
      at: "2026-03-02T15:00:00.000Z",
      actor: { kind: "user", id: "u1", name: '=HYPERLINK("https://evil.example")' },
      action: "patients:read",
      route: "GET /patients/{mrn}",
      status: 200,
      resource: "@SUM(A1)",
      patient_mrn: null,
      patient_name: null,
      job_id: 7,
      linked_account_id: null,
      detail: {
        switched_on: ["payments:create", "tasks:create"],
        authorized_by: "Practitioner/1",
        agreed_to: ["Partner may read.", "Partner may write: Payment."],
        record: "Elena Ruiz",
        changed: [{ field: "status", from: "active", to: "inactive" }],
      },
      address: "::1",
    },
  ]);
  const [head, row] = csv.slice(1).trim().split("\r\n");
  expect(head?.split(",")).toHaveLength(19);
  expect(row).toBe(
    `2026-03-02T15:00:00.000Z,"'=HYPERLINK(""https://evil.example"")",user,u1,patients:read,GET /patients/{mrn},200,"'@SUM(A1)",,7,,payments:create tasks:create,,,Practitioner/1,Partner may read. Partner may write: Payment.,Elena Ruiz,status: active → inactive,::1`,
  );
});
