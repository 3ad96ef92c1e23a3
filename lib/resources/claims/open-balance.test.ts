import { expect, it } from "vitest";
import { openBalance } from "./open-balance.ts";

it("adds balances to the cent, and subtracts credits", () => {
  expect(openBalance([{ balance: "0.10" }, { balance: "0.20" }, { balance: "45.50" }])).toBe(45.8);
  expect(openBalance([{ balance: "45.50" }, { balance: "-5.25" }])).toBe(40.25);
  expect(openBalance([])).toBe(0);
});
