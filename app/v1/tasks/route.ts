import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptTask } from "#lib/resources/tasks/create/accept";
import { createTask } from "#lib/resources/tasks/create/definition";
import { listTasks } from "#lib/resources/tasks/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listTasks),
  POST: operation(createTask, acceptTask),
});
