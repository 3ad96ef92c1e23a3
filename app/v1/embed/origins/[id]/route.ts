import { deleteEmbedOrigin } from "#lib/administration/embedding/change-origins";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ DELETE: change(deleteEmbedOrigin) });
