import { z } from "zod";

/** A part that a publisher may write in any way: what cannot be read is as if it were absent. */
const part = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
/** A list whose items that cannot be read are left out; one item may stand without its list. */
const list = <Schema extends z.ZodType>(schema: Schema) =>
  part(
    z.preprocess(
      (value) => (Array.isArray(value) ? value : [value]).flatMap((item) => schema.safeParse(item).data ?? []),
      z.array(z.custom<z.output<Schema>>()),
    ),
  );

const text = z.string().trim().min(1);
const coding = z.object({ code: part(text) });
const concept = z.object({ code: part(text), coding: list(coding) });
const reference = z.object({ reference: part(text), display: part(text) });
const address = z.object({ city: part(text), state: part(text), postalCode: part(text), country: part(text) });
const extension = z.object({ url: part(text), valueCode: part(text), valueString: part(text) });

/** A FHIR Organization of a directory, R4 or R5: a practice, or the brand that it is part of. */
export const organizationShape = z.object({
  resourceType: z.literal("Organization"),
  id: part(text),
  active: part(z.boolean()),
  name: part(text),
  alias: list(text),
  identifier: list(z.object({ system: part(text), value: part(text) })),
  address: list(address),
  contact: list(z.object({ address: list(address) })),
  partOf: part(reference),
  endpoint: list(reference),
  contained: part(z.array(z.unknown())),
});

export type Organization = z.infer<typeof organizationShape>;

/** A FHIR Endpoint of a directory, R4 or R5: the address of a server, and whose it is. */
export const endpointShape = z.object({
  resourceType: z.literal("Endpoint"),
  id: part(text),
  status: part(text),
  connectionType: list(concept),
  name: part(text),
  address: part(text),
  managingOrganization: part(reference),
  period: part(z.object({ end: part(text) })),
  extension: list(extension),
  contained: part(z.array(z.unknown())),
});

export type Endpoint = z.infer<typeof endpointShape>;

/** A resource with the address under which its bundle names it. */
export interface Named {
  fullUrl: string | undefined;
  resource: unknown;
}

const bundleShape = z.object({
  resourceType: z.literal("Bundle"),
  link: list(z.object({ relation: part(text), url: part(text) })),
  entry: list(z.object({ fullUrl: part(text), resource: z.unknown() })),
});

const linesOf = (content: string): unknown[] =>
  content
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

/** Returns JSON, or the list of the lines of NDJSON. Throws a SyntaxError for anything else. */
function parsed(content: string): unknown {
  const plain = content.replace(/^\u{feff}/u, "");
  try {
    return JSON.parse(plain);
  } catch (error) {
    if (!/^\s*\{.*\}\s*\n\s*\{/.test(plain)) throw error;
    return linesOf(plain);
  }
}

/** The resources of a publication, and the address of its next page, if it has one. */
export interface Page {
  resources: Named[];
  next: string | null;
}

function pageOf(value: unknown): Page {
  if (Array.isArray(value)) return { resources: value.flatMap((item) => pageOf(item).resources), next: null };
  const { data: bundle } = bundleShape.safeParse(value);
  if (!bundle) return { resources: [{ fullUrl: undefined, resource: value }], next: null };
  return {
    resources: (bundle.entry ?? []).map(({ fullUrl, resource }) => ({ fullUrl, resource })),
    next: bundle.link?.find(({ relation }) => relation === "next")?.url ?? null,
  };
}

/** Reads a Bundle, a list of Bundles or resources, or NDJSON of resources. Throws a SyntaxError for text that is none. */
export const readPage = (content: string): Page => pageOf(parsed(content));
