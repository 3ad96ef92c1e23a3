import type { QueryClient } from "@tanstack/react-query";
import type { SavedViewFilters, ViewList } from "#lib/administration/saved-views/model";
import { call } from "./fetcher.ts";
import { savedViewsKey } from "./saved-views.ts";

/** A change of a user's saved views. */
export type SavedViewChange =
  | { kind: "save"; list: ViewList; name: string; filters: SavedViewFilters; idempotencyKey?: string }
  | { kind: "rename"; id: string; name: string }
  | { kind: "delete"; id: string };

function send(accountId: string, change: SavedViewChange): Promise<unknown> {
  switch (change.kind) {
    case "save": {
      const { list, name, filters, idempotencyKey } = change;
      return call(accountId, "POST /saved-views", { list, name, filters }, { idempotencyKey });
    }
    case "rename":
      return call(accountId, "PATCH /saved-views/{id}", { id: change.id, name: change.name });
    case "delete":
      return call(accountId, "DELETE /saved-views/{id}", { id: change.id });
  }
}

/** Saves, renames or deletes a view, as the options of a mutation; then reads the list again. */
export const changeSavedViews = (client: QueryClient, accountId: string) => ({
  mutationFn: (change: SavedViewChange) => send(accountId, change),
  onSettled: () => client.invalidateQueries({ queryKey: savedViewsKey(accountId) }),
});
