import { z } from "zod";

/** Interface 2.13. */
export const visitStatusModel = z.object({ code: z.string(), description: z.string() });
