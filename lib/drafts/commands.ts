import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { namedRecord } from "#lib/kernel/named-record";
import { draft } from "./table.ts";

/** DELETE /drafts/{id}: deletes a draft that nobody has sent. */
export const discardDraft = defineCommand({
  method: "DELETE",
  path: "/drafts/{id}",
  embed: "account",
  summary: "Discard a draft",
  description: "404 if it was sent or discarded already.",
  permission: "drafts:discard",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Draft discarded",
  body: z.object({}),
  async execute({ tx, tenant, params, note }) {
    const { draftedBy } = await namedRecord(params, "Draft", (id) =>
      tx
        .delete(draft)
        .where(and(eq(draft.linkedAccountId, tenant.linkedAccountId), eq(draft.id, id), isNull(draft.jobId)))
        .returning({ draftedBy: draft.draftedBy }),
    );
    note({ drafted_by: draftedBy.name });
    return {};
  },
});
