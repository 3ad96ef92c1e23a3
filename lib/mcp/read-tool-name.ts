/** Returns the name of the tool that reads an address: of `/webhook-endpoints/{id}`, `read_webhook_endpoints_by_id`. */
export const readToolName = (path: string): string =>
  `read${path.replaceAll(/\/\{(\w+)\}/g, "_by_$1").replaceAll(/[/-]/g, "_")}`;
