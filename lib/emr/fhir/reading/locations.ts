import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { idOf, object, text } from "./elements.ts";
import { addressOf, contactOf } from "./people.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

const toRecord = (location: Untrusted) => {
  const { street, city, state, zip } = addressOf([object(location.address)]);
  const emrId = idOf(location);
  return {
    emrId,
    name: text(location.name) || text(location.description) || emrId,
    addressStreet: street,
    addressCity: city,
    addressState: state,
    addressZip: zip,
    phone: contactOf(location, "phone"),
  };
};

/** Location → locations. */
export const locationSource = (): Source<"locations"> => ({
  type: "Location",
  shownBy: [],
  resourceIdOf: (id) => id,
  isTotal: true,
  read: async (locations) => shownOf<"locations">(locations, (id) => id, toRecord),
  ids: async (locations) => idsOf(locations),
});
