/**
 * The `disabled_reason` of an endpoint that a person has disabled; otherwise the reason names the endpoint's responses.
 */
export const DISABLED_BY_HAND = "Disabled by hand";
