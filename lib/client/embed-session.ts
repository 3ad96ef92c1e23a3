import type { EmbedSessionModel } from "#lib/models/embed";
import { call } from "./fetcher.ts";

/** GET /embed/sessions/{id}: what the view is to show, and how long its token has left. */
export const readEmbedSession = async (id: string): Promise<EmbedSessionModel> =>
  (await call<{ embed_session: EmbedSessionModel }>("", `/embed/sessions/${id}`)).embed_session;
