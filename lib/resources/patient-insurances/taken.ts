import { conflicting } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { KnownInsurance } from "./known-insurance.ts";

/** What an insurance must not have in common with another one of its patient. */
export type Claimed = Pick<KnownInsurance["row"], "payerName" | "memberId" | "priority">;

/** Throws `conflict` for a priority, and for a member number of one payer, that another insurance of the patient has. */
export function refuseTaken(claimed: Claimed, others: readonly Claimed[]): void {
  const ofPayer = others.filter(({ payerName }) => payerName.toLowerCase() === claimed.payerName.toLowerCase());
  if (ofPayer.some(({ memberId }) => memberId === claimed.memberId)) {
    const message = "is that of another insurance of the patient from the same payer";
    throw conflicting(problem("member_id", message, `member_id ${message}; nothing was saved`));
  }
  if (others.some(({ priority }) => priority === claimed.priority)) {
    const message = `is that of another insurance of the patient: change that one first`;
    throw conflicting(problem("priority", message, `priority ${message}; nothing was saved`));
  }
}
