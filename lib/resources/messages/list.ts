import { z } from "zod";
import { writtenList } from "#lib/resources/written/list";
import { emrId, written } from "#lib/resources/written/model";
import { message } from "./table.ts";

/** A record of GET /messages. */
const writtenMessage = z
  .object({
    message_id: z.string(),
    emr_message_id: emrId,
    provider: z.string().describe("The provider's EMR id"),
    subject: z.string(),
    message: z.string(),
    ...written,
  })
  .meta({ id: "Message" });

/** GET /messages. */
export const listMessages = writtenList({
  path: "/messages",
  embed: "account",
  summary: "List the messages sent through this interface, newest first",
  permission: "messages:read",
  key: "messages",
  model: writtenMessage,
  table: message,
  idField: "message_id",
});
