import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { type SavedViewModel, savedViewModel, VIEW_LISTS } from "./model.ts";
import { savedView } from "./table.ts";

/** Maps a stored view to the model for its owner. */
export const toSavedView = (row: typeof savedView.$inferSelect): SavedViewModel =>
  withEntityTag({
    id: row.id,
    list: row.list,
    name: row.name,
    filters: row.filters,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** GET /saved-views: the signed-in user's views of this account, by name (decisions §5). */
export const listSavedViews = defineList({
  path: "/saved-views",
  embed: "account",
  summary: "List the user's saved views of the account's lists, by name",
  permission: "saved-views:read",
  patientData: false,
  key: "saved_views",
  model: savedViewModel,
  table: savedView,
  order: keyset("asc", savedView.name, savedView.id),
  filters: {
    list: z
      .enum(VIEW_LISTS, { error: `must be one of ${VIEW_LISTS.join(", ")}` })
      .optional()
      .describe("Only views of this list"),
  },
  where: ({ actor, query: { list } }) =>
    and(eq(savedView.userId, actor.id), list ? eq(savedView.list, list) : undefined),
  toModel: toSavedView,
});
