import { inviteAgain } from "#lib/administration/users/changes";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(inviteAgain) });
