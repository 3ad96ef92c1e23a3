import { expect, it } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { appointmentsCsv } from "./export.ts";

const statuses = new Map([["CMP", "Checked out"]]);

const rowsOf = (...codes: string[]) => {
  const records = codes.map((status) => ({ status, patient_name: "=1+1" }) as AppointmentModel);
  const lines = appointmentsCsv(records, statuses).slice(1).trim().split("\r\n");
  const [head = [], ...rows] = lines.map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index]])));
};

it("writes a status as the screen says it, and its code besides", () => {
  expect(rowsOf("CMP", "XYZ")).toMatchObject([
    { Status: "Checked out", "Status code": "CMP" },
    { Status: "XYZ", "Status code": "XYZ" },
  ]);
});

it("writes no cell that a spreadsheet would run", () => {
  expect(rowsOf("CMP")).toMatchObject([{ Patient: `"'=1+1"` }]);
});
