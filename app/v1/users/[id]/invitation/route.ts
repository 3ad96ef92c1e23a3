import { inviteAgain } from "#lib/changes/users";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(inviteAgain) });
