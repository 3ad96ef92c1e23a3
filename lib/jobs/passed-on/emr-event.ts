import { z } from "zod";
import { badRequest } from "#lib/kernel/domain-error";
import { isTooDeep } from "#lib/kernel/nesting";
import { isStorable } from "#lib/kernel/storable-text";

const storable = (length: number) => z.string().max(length).refine(isStorable);

/** An event as another deployment sends it: of its envelope only these fields are relied on (interface section 6). */
const emrEvent = z.object({
  id: storable(500).optional(),
  type: storable(200).min(1),
  job_id: z
    .union([storable(500), z.number().transform(String)])
    .optional()
    .catch(undefined),
  data: z.record(z.string(), z.unknown()).catch({}),
});

export type EmrEvent = z.infer<typeof emrEvent>;

/** Parses an event. Throws `invalid` for a body that is none. */
export function parseEvent(text: string): EmrEvent {
  if (isTooDeep(Buffer.from(text))) throw badRequest("The body is not an event");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("The body is not valid JSON");
  }
  const parsed = emrEvent.safeParse(value);
  if (!parsed.success) throw badRequest("The body is not an event");
  return parsed.data;
}
