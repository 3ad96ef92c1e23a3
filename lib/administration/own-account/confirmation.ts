import { z } from "zod";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { Principal } from "#lib/kernel/principal";
import { openTicket, sealTicket } from "#lib/sign-in/ticket";
import { sessionOf } from "./session-of.ts";

/** How long a confirmation lasts. */
const SECONDS = 10 * 60;

const contents = z.object({ userId: z.string(), sessionId: z.string() });

/** Returns a statement that the person has just confirmed who they are, for changes of their second factors. */
export const newConfirmation = (principal: Principal): Promise<string> =>
  sealTicket("confirmation", { userId: principal.actor.id, sessionId: sessionOf(principal) }, SECONDS);

/** Throws `invalid` unless the person confirmed in this session, within 10 minutes, who they are. */
export async function requireConfirmation(principal: Principal, confirmation: string): Promise<void> {
  const found = await openTicket("confirmation", contents, confirmation);
  if (found?.userId === principal.actor.id && found.sessionId === sessionOf(principal)) return;
  throw invalid(problem("confirmation", "has ended", "Confirm again who you are: this took too long"));
}
