import { expect, it } from "vitest";
import { csvTable } from "#lib/kernel/csv";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { appointmentColumns } from "./export.ts";

const statuses = new Map([["CMP", "Checked out"]]);

const rowsOf = (...codes: string[]) => {
  const records = codes.map(
    (status) => ({ status, appointment_mode: "in_person", patient_name: "=1+1" }) as AppointmentModel,
  );
  const lines = csvTable(appointmentColumns(statuses), records).slice(1).trim().split("\r\n");
  const [head = [], ...rows] = lines.map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index]])));
};

it("writes a status by its name and its code", () => {
  expect(rowsOf("CMP", "XYZ")).toMatchObject([
    { Status: "Checked out", "Status code": "CMP", Mode: "In person" },
    { Status: "XYZ", "Status code": "XYZ" },
  ]);
});

it("escapes cells that a spreadsheet would execute", () => {
  expect(rowsOf("CMP")).toMatchObject([{ Patient: `"'=1+1"` }]);
});
