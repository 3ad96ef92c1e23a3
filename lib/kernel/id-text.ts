import { z } from "zod";
import { parseId } from "./id.ts";

/** The id of a record, in one of the spellings of a UUID. */
export const idText = z.string({ error: "must be a string" }).transform((text, context) => {
  const id = parseId(text);
  if (!id) context.addIssue({ code: "custom", message: "must be a UUID" });
  return id ?? "";
});
