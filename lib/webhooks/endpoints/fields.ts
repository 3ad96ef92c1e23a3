import { z } from "zod";
import { oneLineText } from "#lib/kernel/one-line";
import { listRule } from "#lib/kernel/validation";
import { signature, signatureHeader } from "./signature.ts";

const listProblem = listRule("must be an array of event types");

/** Returns the schema of a list of event types of `known` without duplicates. */
export const eventTypeList = (known: readonly string[]) =>
  z
    .array(
      z.string({ error: listProblem }).refine((type) => known.includes(type), {
        error: listRule(`must name known event types: ${known.join(", ")}`),
      }),
      { error: listProblem },
    )
    .max(200, "must have at most 200 entries")
    .transform((types) => [...new Set(types)]);

/** Returns the fields of a webhook endpoint's form; `known` are all event types. */
export const endpointFields = (known: readonly string[]) =>
  z.object({
    url: z.url({ protocol: /^https?$/, error: "must be a valid URL" }).max(2_048, "must have at most 2048 characters"),
    description: oneLineText(500),
    event_types: eventTypeList(known).describe("Empty: the types that the client is subscribed to"),
    signature,
    signature_header: signatureHeader,
  });

/** Most characters of a test event's `data` as JSON. */
const MAX_TEST_DATA = 65_536;

/** The `data` of a test event, as its sender edited it. */
export const testEventData = z
  .record(z.string(), z.unknown(), { error: "must be an object" })
  .refine(
    (data) => JSON.stringify(data).length <= MAX_TEST_DATA,
    `must have at most ${MAX_TEST_DATA} characters as JSON`,
  )
  .describe("`data` of the event; by default it names the endpoint");
