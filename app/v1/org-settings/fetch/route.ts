import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptOrgSettingsFetch } from "#lib/resources/settings/fetch/accept";
import { fetchOrgSettings } from "#lib/resources/settings/fetch/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(fetchOrgSettings, acceptOrgSettingsFetch),
});
