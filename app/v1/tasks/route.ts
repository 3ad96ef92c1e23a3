import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptTask } from "#lib/operations/create-task/accept";
import { createTask } from "#lib/operations/create-task/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(createTask, acceptTask) });
