import { z } from "zod";
import { emrId, written } from "#lib/resources/written/model";

/** A record of GET /messages. */
export const writtenMessage = z
  .object({
    message_id: z.string(),
    emr_message_id: emrId,
    provider: z.string().describe("The provider's EMR id"),
    subject: z.string(),
    message: z.string(),
    ...written,
  })
  .meta({ id: "Message" });
