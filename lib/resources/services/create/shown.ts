import { joined, quoted, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import type { WrittenService } from "#lib/resources/services/list";

export const shownService: Shown = {
  gist: ({ service_type, team }) => joined(textOf(service_type), textOf(team)),
  deed: ({ service_type }) => ({ what: quoted("The service", service_type), done: "saved in" }),
};

export const shownServices: ShownRecord<WrittenService> = {
  things: "services",
  onPatientsPage: { within: "chart", tab: "services", heading: "Services created from here" },
  title: ({ service_type }) => service_type,
  detail: ({ team, service_date, score, risk_band, emr_service_id }) =>
    joined(team, service_date, score === null ? "" : `total ${score}`, risk_band ?? "", emr_service_id),
};
