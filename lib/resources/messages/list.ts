import { writtenList } from "#lib/resources/written/list";
import { writtenMessage } from "./record.ts";
import { message } from "./table.ts";

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
