import { z } from "zod";
import { statesFailure } from "#lib/emr/fhir/outcome";
import type { Answer, ProbeCalls } from "./answer.ts";

const identifier = z.object({ system: z.string().min(1), value: z.string().min(1) });

/** A resource as far as a probe needs it. */
export const probedResource = z.looseObject({
  resourceType: z.string(),
  id: z.string().min(1),
  meta: z
    .object({ versionId: z.string().optional().catch(undefined), lastUpdated: z.string().optional().catch(undefined) })
    .catch({})
    .default({}),
  identifier: z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((all) => all.flatMap((each) => identifier.safeParse(each).data ?? [])),
});

export type ProbedResource = z.infer<typeof probedResource>;

const bundle = z.object({
  resourceType: z.literal("Bundle"),
  total: z.number().int().nonnegative().optional().catch(undefined),
  link: z
    .array(z.object({ relation: z.string(), url: z.string() }))
    .catch([])
    .default([]),
  entry: z
    .array(z.object({ resource: z.unknown(), search: z.object({ mode: z.string() }).optional().catch(undefined) }))
    .catch([])
    .default([]),
});

/** The answer to a search. */
export interface Page {
  answer: Answer;
  /** The matches. */
  resources: ProbedResource[];
  total: number | null;
  /** The address of a link, such as `next`, or null. */
  link(relation: string): string | null;
}

const NOTHING = { resourceType: "Bundle", total: 0 };

/** Returns in words why a successful answer shows nothing; null if it does. */
function problemOf(data: z.infer<typeof bundle> | undefined): string | null {
  if (!data) return "answers, but not with a Bundle";
  return data.entry.some(({ resource }) => statesFailure(resource))
    ? "answers, but states that its search failed"
    : null;
}

/** Returns whether a search found nothing and is answered with 404: not if the server says that it does not know the type. */
export function isEmptyAnswer({ status, json }: Answer): boolean {
  const issues = z.object({ resourceType: z.literal("OperationOutcome"), issue: z.array(z.unknown()) }).safeParse(json);
  const codes = (issues.data?.issue ?? []).map((issue) => z.object({ code: z.string() }).safeParse(issue).data?.code);
  return status === 404 && codes.length > 0 && codes.every((code) => code === "not-found");
}

/** Returns the page that an answer holds. An answer that is no Bundle, or states a failure, shows nothing. */
export function pageOf(given: Answer): Page {
  const answer: Answer = isEmptyAnswer(given)
    ? { ...given, kind: "ok", json: NOTHING, words: "answers 404 for nothing" }
    : given;
  const { data } = answer.kind === "ok" ? bundle.safeParse(answer.json) : {};
  const matches = data?.entry.filter(({ search }) => !search || search.mode === "match") ?? [];
  const problem = answer.kind === "ok" ? problemOf(data) : null;
  return {
    answer: problem === null ? answer : { ...answer, kind: "none", words: problem },
    resources: matches.flatMap(({ resource }) => probedResource.safeParse(resource).data ?? []),
    total: data?.total ?? null,
    link: (relation) => data?.link.find((each) => each.relation === relation)?.url ?? null,
  };
}

/** Searches by `Type?query`, or goes on by a link; some servers repeat the result of the same search for a minute. */
export const search = async (calls: ProbeCalls, address: string, headers?: Record<string, string>): Promise<Page> =>
  pageOf(await calls.ask(address, { headers: { "cache-control": "no-cache", ...headers } }));
