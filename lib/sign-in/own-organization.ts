/** An organization to which the signed-in person may switch, or the present one. */
export interface OwnOrganization {
  id: string;
  name: string;
}
