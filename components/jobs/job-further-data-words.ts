/** The texts of what a job has for integrators, which load with it. */
export const words = {
  metadata: "Metadata",
  reasonCodes: "Codes of the failure",
};
