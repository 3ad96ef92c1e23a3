import { z } from "zod";
import { parseId } from "#lib/kernel/id";
import type { Seal } from "./extend.ts";

/** The end of an organization's chain at some time: kept elsewhere, it shows later that nothing was cut off. */
const head = z.object({
  organization_id: z.string().transform((text, context) => {
    const id = parseId(text);
    if (id === null) context.addIssue({ code: "custom", message: "must be an id" });
    return id ?? z.NEVER;
  }),
  /** Number of the seal. */
  seal: z.int().positive(),
  /** The seal's hash as 64 hex digits. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Head = z.infer<typeof head>;

/** Returns the head that a seal is, as it is logged and exported. */
export const headOf = ({ organizationId, number, hash }: Seal): Head => ({
  organization_id: organizationId,
  seal: number,
  hash: Buffer.from(hash).toString("hex"),
});

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Returns the heads in a text of JSON lines: an export, or the product's log, whose other lines are skipped. */
export const headsIn = (text: string): Head[] =>
  text.split("\n").flatMap((line) => {
    const parsed = head.safeParse(parsedJson(line));
    return parsed.success ? [parsed.data] : [];
  });
