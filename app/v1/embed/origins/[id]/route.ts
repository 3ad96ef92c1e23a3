import { deleteEmbedOrigin } from "#lib/changes/embed-origins";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ DELETE: change(deleteEmbedOrigin) });
