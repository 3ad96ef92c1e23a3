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

/** The first line of an export: tells an export of a deployment without any seal from a file that is none. */
const exportLine = z.object({ exported_heads: z.int().nonnegative() });

/** Returns the text of an export: JSON lines, the first of which holds the number of the others. */
export const exportOf = (heads: readonly Head[]): string =>
  [{ exported_heads: heads.length }, ...heads].map((line) => `${JSON.stringify(line)}\n`).join("");

/** Heads as they stand in a text. */
export interface ReadHeads {
  heads: Head[];
  /** How many the exports in the text were made with; null if the text contains no export's first line. */
  exported: number | null;
}

/** Reads the heads in a text of JSON lines: exports, or the product's log, whose other lines are skipped. */
export function headsIn(text: string): ReadHeads {
  const read: ReadHeads = { heads: [], exported: null };
  for (const line of text.split("\n")) {
    const json = parsedJson(line);
    const [asHead, asExport] = [head.safeParse(json), exportLine.safeParse(json)];
    if (asHead.success) read.heads.push(asHead.data);
    if (asExport.success) read.exported = (read.exported ?? 0) + asExport.data.exported_heads;
  }
  return read;
}
