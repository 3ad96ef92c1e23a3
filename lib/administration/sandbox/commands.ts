import { eq } from "drizzle-orm";
import { z } from "zod";
import { nextAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { type Behavior, changeBehavior } from "#lib/emr/sandbox/behavior";
import { sandboxBehavior, sandboxBehaviorChange } from "./model.ts";
import { requireSandbox, taggedBehavior } from "./queries.ts";

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
  conditional: { shows: "sandbox:read" },
  status: 200,
  input: sandboxBehaviorChange,
  body: z.object({ message: z.string(), behavior: sandboxBehavior }),
  async execute({ tx, tenant: { linkedAccountId }, input, assertMatch }) {
    await requireSandbox(tx, linkedAccountId);
    const judge = (present: Behavior | null) => assertMatch(taggedBehavior(present));
    const behavior = taggedBehavior(await changeBehavior(linkedAccountId, input, judge));
    const { user_active: userActive } = input;
    if (userActive !== undefined) {
      await tx.update(linkedAccount).set({ userActive, asOf: nextAsOf }).where(eq(linkedAccount.id, linkedAccountId));
    }
    return { message: "Sandbox behavior updated", behavior };
  },
});
