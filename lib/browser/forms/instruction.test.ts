import { expect, it } from "vitest";
import { instruction } from "./instruction.ts";

const amount = { label: "Amount" };
const location = { label: "Location", isChosen: true };

it.each([
  [amount, "is required and must be a positive number", "Enter an amount above $0"],
  [amount, "must be a positive number", "Enter an amount above $0"],
  [
    amount,
    "must be a positive number with at most two decimals",
    "Enter an amount in dollars and cents, such as 45.50",
  ],
  [amount, "must be at most 9999999999.99", "Enter at most 9999999999.99"],
  [{ label: "Reference number" }, "is required", "Enter the reference number"],
  [{ label: "EMR id" }, "must be a non-empty string", "Enter the EMR id"],
  [location, "is required", "Choose the location"],
  [location, "must be one of the account's locations: L1, L2", "Choose one of the account's locations: L1, L2"],
  [{ label: "To", isChosen: true, missing: "Choose who receives it" }, "is required", "Choose who receives it"],
  [{ label: "Note" }, "must have at most 200 characters", "Shorten the note to 200 characters"],
  [{ label: "Password" }, "must have at least 12 characters", "Use at least 12 characters"],
  [{ label: "Valid until" }, "must be on or after valid from", "Enter a date on or after “valid from”"],
  [{ label: "Until" }, "must be less than 31 days after From", "Enter a date less than 31 days after “From”"],
  [{ label: "Deposit date" }, "must be a date that exists, YYYY-MM-DD", "Enter a date that exists"],
  [{ label: "Visits allowed" }, "must be an integer of at least 0", "Enter a whole number of at least 0"],
  [{ label: "Claim numbers" }, "must be an array of 1 to 25 claim numbers", "Enter 1 to 25 claim numbers"],
  [{ label: "Email" }, "must be an email address", "Enter an email address"],
  [{ label: "Failing calls" }, "must be a number from 0 to 1", "Enter a number from 0 to 1"],
  [{ label: "Patient" }, "was not found", "Patient was not found"],
  [{ label: "Note" }, "must be shorter than the subject", "Note must be shorter than the subject"],
])("of %j: %s", (field, message, words) => {
  expect(instruction(field, message)).toBe(words);
});
