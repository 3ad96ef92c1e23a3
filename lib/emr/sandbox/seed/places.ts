import type { EmrPatient } from "#lib/emr/port/port";
import type { Random } from "./random.ts";

/** A town where patients live. */
export interface Place {
  city: string;
  state: string;
  zips: readonly string[];
  areaCode: string;
}

export const OHIO: readonly Place[] = [
  { city: "Marietta", state: "OH", zips: ["45750"], areaCode: "740" },
  { city: "Belpre", state: "OH", zips: ["45714"], areaCode: "740" },
  { city: "Athens", state: "OH", zips: ["45701"], areaCode: "740" },
  { city: "Parkersburg", state: "WV", zips: ["26101", "26104"], areaCode: "304" },
];

export const INDIANA: readonly Place[] = [
  { city: "Evansville", state: "IN", zips: ["47708", "47711", "47714"], areaCode: "812" },
  { city: "Newburgh", state: "IN", zips: ["47630"], areaCode: "812" },
  { city: "Henderson", state: "KY", zips: ["42420"], areaCode: "270" },
];

export const IDAHO: readonly Place[] = [
  { city: "Coeur d'Alene", state: "ID", zips: ["83814", "83815"], areaCode: "208" },
  { city: "Post Falls", state: "ID", zips: ["83854"], areaCode: "208" },
  { city: "Liberty Lake", state: "WA", zips: ["99019"], areaCode: "509" },
];

export const MONTANA: readonly Place[] = [
  { city: "Kalispell", state: "MT", zips: ["59901"], areaCode: "406" },
  { city: "Polson", state: "MT", zips: ["59860"], areaCode: "406" },
  { city: "Bigfork", state: "MT", zips: ["59911"], areaCode: "406" },
];

const STREETS = [
  "Maple Street",
  "Front Street",
  "Washington Avenue",
  "Orchard Lane",
  "Mill Road",
  "Chestnut Street",
  "River Road",
  "Lakeview Drive",
  "Second Street",
  "Cedar Court",
  "Sycamore Avenue",
  "Quarry Hill Road",
  "Juniper Way",
  "School Street",
  "Old Ferry Road",
  "Harmar Street",
  "Prospect Avenue",
  "Linden Terrace",
] as const;

/** Returns a telephone number in the exchange reserved for fiction: XXX-555-XXXX. */
export const phoneIn = (place: Place, random: Random): string =>
  `${place.areaCode}-555-${String(random.between(0, 9999)).padStart(4, "0")}`;

/** Returns a street address in a town. */
export function addressIn(place: Place, random: Random): EmrPatient["address"] {
  const unit = random.chance(0.2) ? ` Apt ${random.between(1, 24)}` : "";
  return {
    street: `${random.between(11, 1890)} ${random.pick(STREETS)}${unit}`,
    city: place.city,
    state: place.state,
    zip: random.pick(place.zips),
  };
}
