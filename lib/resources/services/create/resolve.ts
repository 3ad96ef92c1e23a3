import { EmrError, type EmrNamed, type EmrTeam } from "#lib/emr/port/port";

const ID = /^\d+$/;
const plain = (text: string) => text.trim().toLowerCase();

/** The one whose id or, in any case, whole name this is. */
const exactly = <Named extends EmrNamed>(list: Named[], wanted: string): Named | undefined =>
  list.find(({ id }) => id === wanted) ?? list.find(({ name }) => plain(name) === plain(wanted));

/**
 * The team that a name or numeric id means, an exact match before a partial one (interface 4.3). Throws a
 * validation fault for none, and for a part of several names: a patient must not join one of them by chance.
 */
export function resolveTeam(teams: EmrTeam[], wanted: string): EmrTeam {
  const exact = exactly(teams, wanted);
  if (exact) return exact;
  const partial = ID.test(wanted) ? [] : teams.filter(({ name }) => plain(name).includes(plain(wanted)));
  if (partial.length > 1) {
    const names = partial.map(({ name }) => name).join(", ");
    throw new EmrError("validation", `team not found for the client: ${wanted} may be any of ${names}`);
  }
  if (!partial[0]) throw new EmrError("validation", "team not found for the client");
  return partial[0];
}

/** The service type that a name or numeric id means in a team's billing matrix. Throws a validation fault for none. */
export function resolveServiceType(team: EmrTeam, wanted: string): EmrTeam["serviceTypes"][number] {
  const found = exactly(team.serviceTypes, wanted);
  if (!found) throw new EmrError("validation", "service type not available for the client (not in billing matrix)");
  return found;
}
