import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptOrgSettingsFetch } from "#lib/operations/fetch-org-settings/accept";
import { fetchOrgSettings } from "#lib/operations/fetch-org-settings/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(fetchOrgSettings, acceptOrgSettingsFetch),
});
