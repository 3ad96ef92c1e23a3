import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { discardDraft } from "#lib/drafts/commands";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ DELETE: command(discardDraft) });
