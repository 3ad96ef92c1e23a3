import { expect, it } from "vitest";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { receiptOf, receiptText } from "./receipt-rows.ts";

const link: ListedLinkModel = {
  id: "0".repeat(32),
  state: "linked",
  api_client_id: "a",
  user_id: "customer-12",
  organization_name: "Elm Street",
  asked_by: "Portal",
  emr_types: ["sandbox"],
  origin: "https://portal.example",
  redirect_url: null,
  writes: [{ operation: "payments:create", name: "Payment", consent: "Portal may write to this EMR: Payment." }],
  organization_id: null,
  consent: [],
  locale: null,
  theme: {},
  linked_account_id: "b",
  linked_account: { name: "Elm Street 2", emr_type: "sandbox", active: true },
  agreed: {
    at: "2026-03-02T15:00:00.000Z",
    writes: ["payments:create"],
    words: ["Portal may read the records of this EMR.", "Portal may write to this EMR: Payment."],
    connected_to: null,
  },
  created_at: "2026-03-02T14:50:00.000Z",
  exchange_by: null,
  exchanged_at: null,
  expires_at: "2026-03-02T15:20:00.000Z",
};

it("has each row and each word that was agreed to as plain text, for where nothing can be printed or saved", () => {
  const content = receiptOf(link, "America/New_York");
  if (!content) throw new Error("This link has a receipt");
  const lines = receiptText(content).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining(["Customer: Elm Street", "May write: Payment", "- Portal may write to this EMR: Payment."]),
  );
  expect(lines.filter((line) => line.startsWith("Address of the EMR"))).toEqual([]);
});

it("is there once an EMR is linked", () =>
  expect(receiptOf({ ...link, agreed: null, linked_account: null }, "America/New_York")).toBeNull());
