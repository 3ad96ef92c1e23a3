import type { ChangeDefinition } from "#lib/changes/definition";
import { updateProviderByEhrId, updateProviderById } from "#lib/changes/update-provider";

/** Every write of `/v1` that stands at once; a test fails where a route is missing here. */
export const allChanges = [updateProviderByEhrId, updateProviderById] as unknown as readonly ChangeDefinition[];
