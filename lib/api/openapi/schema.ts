import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** A zod schema as JSON Schema: `input` for what a caller sends, `output` (closed to further fields) for what is answered. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return made;
}
