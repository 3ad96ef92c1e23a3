import { removeOwnSecondFactor, renameOwnSecondFactor } from "#lib/administration/own-account/second-factor-commands";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: command(renameOwnSecondFactor),
  DELETE: command(removeOwnSecondFactor),
});
