import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { acceptTask } from "#lib/resources/tasks/create/accept";
import { createTask } from "#lib/resources/tasks/create/definition";
import { listTasks } from "#lib/resources/tasks/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listTasks),
  POST: operation(createTask, acceptTask),
});
