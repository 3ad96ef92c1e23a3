import { message } from "#lib/db/schema";
import { writtenList } from "#lib/resources/written/list";
import { writtenMessage } from "./record.ts";

/** GET /messages. */
export const listMessages = writtenList({
  path: "/messages",
  summary: "List the messages sent through this interface, newest first",
  permission: "messages:read",
  key: "messages",
  model: writtenMessage,
  table: message,
  idField: "message_id",
});
