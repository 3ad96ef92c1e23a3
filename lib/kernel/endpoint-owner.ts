import { oneLineName } from "./one-line.ts";

/** The partner's own id of whom a webhook endpoint belongs to, by which an embedded view is limited (decisions §9). */
export const endpointOwner = oneLineName(200);
