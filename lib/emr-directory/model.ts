import { z } from "zod";

/** An EMR of the imported directories, for linking. */
export const directoryEmr = z
  .object({
    name: z.string().describe("The practice"),
    brand: z.string().describe('The organization that it is a part of; "" if the directory names none'),
    place: z.string().describe('Where it is: "Napa, CA 94558 and 3 more places"; "" if the directory does not say'),
    base_url: z.string().describe("Address of its FHIR server, for `connection.base_url`"),
    published_by: z.string().describe("The directory that lists it, such as a vendor's"),
  })
  .meta({ id: "DirectoryEmr" });

export type DirectoryEmr = z.infer<typeof directoryEmr>;
