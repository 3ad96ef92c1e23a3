import { emrName } from "#lib/administration/linked-accounts/model";
import { EMR_TYPES, type EmrType } from "#lib/emr/connections";

const ABOUT: Record<EmrType, string> = {
  sandbox: "Supports every operation, with a sample practice to try them on.",
  sandbox_basic: "The same without claims refresh, services and catalog search, to show unsupported operations.",
  records_api: "Another deployment of this interface, with an address and three credentials.",
};

/** The kinds of EMR that can be linked, with a sentence about each. */
export const EMR_KINDS = EMR_TYPES.map((id) => ({ id, name: emrName(id), about: ABOUT[id] }));
