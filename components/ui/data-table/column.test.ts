import { expect, it } from "vitest";
import { type Column, nextSort, readSort, shownColumns, sortedRows, sortText } from "./column.ts";

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  title: id,
  cell: (row) => row,
  ...more,
});

it("turns a column's order: ascending, descending, and back to the list's own", () => {
  expect(nextSort(null, "balance")).toBe("balance");
  expect(nextSort(readSort("balance"), "balance")).toBe("-balance");
  expect(nextSort(readSort("-balance"), "balance")).toBe("");
  expect(nextSort(readSort("-balance"), "dob")).toBe("dob");
  expect(readSort("")).toBeNull();
  expect(sortText({ id: "dob", descending: true })).toBe("-dob");
});

it("sorts numbers by value and words regardless of case, and keeps the order of equal rows", () => {
  const rows = [
    { name: "b", amount: 10 },
    { name: "A", amount: 9 },
    { name: "B", amount: 10 },
  ];
  expect(sortedRows(rows, ({ amount }) => amount, false).map(({ name }) => name)).toEqual(["A", "b", "B"]);
  expect(sortedRows(rows, ({ name }) => name, true).map(({ name }) => name)).toEqual(["b", "B", "A"]);
  expect(sortedRows(["Job 10", "Job 9"], (row) => row, false)).toEqual(["Job 9", "Job 10"]);
});

it("shows the usual columns without those that are hidden, with those that are added, and always the row's name", () => {
  const columns = [column("name", { always: true }), column("born"), column("email", { optional: true })];
  const ids = (switched: string[]) => shownColumns(columns, switched).map(({ id }) => id);
  expect(ids([])).toEqual(["name", "born"]);
  expect(ids(["born", "email", "name"])).toEqual(["name", "email"]);
});
