import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptTask } from "#lib/operations/create-task/accept";
import { createTask } from "#lib/operations/create-task/definition";
import { listTasks } from "#lib/operations/create-task/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listTasks),
  POST: operation(createTask, acceptTask),
});
