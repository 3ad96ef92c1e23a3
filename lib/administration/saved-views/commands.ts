import { and, count, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { jobFilters } from "#lib/jobs/queries";
import { present } from "#lib/kernel/clock";
import { conflict, conflicting, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import {
  JOB_FILTER_NAMES,
  type SavedViewFilters,
  savedViewFilters,
  savedViewModel,
  savedViewName,
  VIEW_LISTS,
  type ViewList,
} from "./model.ts";
import { toSavedView } from "./queries.ts";
import { savedView } from "./table.ts";

/** Maximum number of saved views per user and account. */
const MAX_VIEWS = 100;

type Context = CommandContext<unknown>;

/** Throws `invalid` for filters of jobs that GET /jobs would reject; what another list does not know, its page ignores. */
function requireKnown(list: ViewList, filters: SavedViewFilters): void {
  if (list !== "jobs") return;
  if (Object.keys(filters).some((given) => !JOB_FILTER_NAMES.includes(given)))
    throw invalid(problem("filters", `must name only ${JOB_FILTER_NAMES.join(", ")}`));
  const wrong = (["type", "status"] as const).flatMap((given) => {
    const { error } = jobFilters.shape[given].safeParse(filters[given]);
    return error ? [problem(`filters.${given}`, error.issues[0]?.message ?? "is invalid")] : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

const list = z
  .enum(VIEW_LISTS, { error: `must be one of ${VIEW_LISTS.join(", ")}` })
  .default("jobs")
  .describe("The list that the view shows");

const { name } = savedViewName.shape;

const own = ({ tenant, principal }: Pick<Context, "tenant" | "principal">) =>
  and(eq(savedView.linkedAccountId, tenant.linkedAccountId), eq(savedView.userId, principal.actor.id));

/** Returns the user's view of the request's path, locked. Throws `not_found`. */
const named = (context: Context) =>
  namedRecord(context.params, "Saved view", (id) =>
    context.tx
      .select()
      .from(savedView)
      .where(and(own(context), eq(savedView.id, id)))
      .for("update"),
  );

/**
 * Throws `conflict` if another view of the user and the list has this name. Concurrent requests of one user wait for each other
 * here.
 */
async function requireFreeName(
  context: Context,
  { list: of, name: wanted, except }: { list: ViewList; name: string; except: string | null },
): Promise<void> {
  await context.tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${context.principal.actor.id}, 0))`);
  const sameName = and(own(context), eq(savedView.list, of), eq(sql`lower(${savedView.name})`, wanted.toLowerCase()));
  const taken = await context.tx
    .select({ id: savedView.id })
    .from(savedView)
    .where(except ? and(sameName, ne(savedView.id, except)) : sameName);
  if (taken.length > 0)
    throw conflicting(
      problem("name", "is the name of another saved view", `There is a saved view with the name ${wanted} already`),
    );
}

/** POST /saved-views: saves filters of a list under a name, visible only to the signed-in user (decisions §5). */
export const createSavedView = defineCommand({
  method: "POST",
  path: "/saved-views",
  embed: "account",
  summary: "Save filters of one of the account's lists under a name",
  permission: "saved-views:create",
  status: 201,
  input: z.object({ name, list, filters: savedViewFilters }),
  done: "View saved",
  body: z.object({ saved_view: savedViewModel }),
  made: ({ saved_view }) => saved_view.id,
  async execute(context) {
    const { tx, tenant, principal, input } = context;
    requireKnown(input.list, input.filters);
    await requireFreeName(context, { ...input, except: null });
    const [stored] = await tx.select({ views: count() }).from(savedView).where(own(context));
    if ((stored?.views ?? 0) >= MAX_VIEWS) throw conflict(`There are ${MAX_VIEWS} saved views already`);
    const [made] = await tx
      .insert(savedView)
      .values({ id: newId(), ...tenant, ...input, userId: principal.actor.id })
      .returning();
    if (!made) throw new Error("The saved view was not written");
    return { saved_view: toSavedView(made) };
  },
});

/** PATCH /saved-views/{id}: changes its name, its filters, or both. */
export const updateSavedView = defineCommand({
  method: "PATCH",
  path: "/saved-views/{id}",
  embed: "account",
  summary: "Rename a saved view, or replace its filters",
  permission: "saved-views:update",
  conditional: { shows: "saved-views:read" },
  status: 200,
  input: z.object({ name: name.optional(), filters: savedViewFilters.optional() }),
  done: "View changed",
  body: z.object({ saved_view: savedViewModel }),
  async execute(context) {
    const before = await named(context);
    context.assertMatch(toSavedView(before));
    const { name: wanted = before.name, filters: chosen = before.filters } = context.input;
    requireKnown(before.list, chosen);
    await requireFreeName(context, { list: before.list, name: wanted, except: before.id });
    const [changed] = await context.tx
      .update(savedView)
      .set({ name: wanted, filters: chosen, updatedAt: present() })
      .where(eq(savedView.id, before.id))
      .returning();
    return { saved_view: toSavedView(changed ?? before) };
  },
});

/** DELETE /saved-views/{id}. */
export const deleteSavedView = defineCommand({
  method: "DELETE",
  path: "/saved-views/{id}",
  embed: "account",
  summary: "Delete a saved view",
  permission: "saved-views:delete",
  conditional: { shows: "saved-views:read" },
  status: 200,
  input: z.object({}),
  body: z.object({ message: z.string() }),
  async execute(context) {
    const before = await named(context);
    context.assertMatch(toSavedView(before));
    await context.tx.delete(savedView).where(eq(savedView.id, before.id));
    return { message: "Saved view deleted" };
  },
});
