import { expect, it } from "vitest";
import { addressAfter } from "./link-channel.ts";

it("goes to the partner's page with how the link ended, beside what its address had", () => {
  const detail = { public_token: "public_a+b", linked_account_id: "1" };
  const page = "https://portal.example/back?customer=12&link=old";
  expect(addressAfter(page, { name: "linked", detail })).toBe(
    "https://portal.example/back?customer=12&link=linked&public_token=public_a%2Bb",
  );
  expect(addressAfter(page, { name: "exit" })).toBe("https://portal.example/back?customer=12&link=exit");
});
