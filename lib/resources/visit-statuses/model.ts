import { z } from "zod";

/** A visit status (interface 2.13). */
export const visitStatusModel = z.object({ code: z.string(), description: z.string() }).meta({ id: "VisitStatus" });
