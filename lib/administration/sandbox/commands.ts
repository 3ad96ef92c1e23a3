import { eq } from "drizzle-orm";
import { z } from "zod";
import { nextAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { sandboxBehavior, sandboxBehaviorChange } from "./model.ts";
import { ofPractice, requireSandbox } from "./queries.ts";

/**
 * PATCH /sandbox/behavior: sets the simulated EMR's behavior and, with `drift_rate`, changes its records at once
 * (decisions §5). `user_active` applies to the linked account here as well.
 */
export const updateSandboxBehavior = defineCommand({
  method: "PATCH",
  path: "/sandbox/behavior",
  embed: "account",
  summary: "Set the behavior of the simulated EMR",
  permission: "sandbox:update",
  status: 200,
  input: sandboxBehaviorChange,
  body: z.object({ message: z.string(), behavior: sandboxBehavior }),
  async execute({ tx, tenant: { linkedAccountId }, input }) {
    await requireSandbox(tx, linkedAccountId);
    const { user_active: userActive } = input;
    if (userActive !== undefined) {
      await tx.update(linkedAccount).set({ userActive, asOf: nextAsOf }).where(eq(linkedAccount.id, linkedAccountId));
    }
    const behavior = ofPractice(await changeBehavior(linkedAccountId, input));
    return { message: "Sandbox behavior updated", behavior };
  },
});
