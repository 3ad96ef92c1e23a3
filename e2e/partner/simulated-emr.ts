import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type SmartServer, startSmartServer } from "#lib/testing/fhir/smart-server";

const CLIENT = { clientId: "console", clientSecret: "a-secret-of-the-vendor" };

/** A simulated EMR at which somebody signs in and allows access (SMART App Launch). */
export interface SimulatedEmr {
  fhir: MedplumServer;
  smart: SmartServer;
  /** What its vendor gave when it registered the console, as the body of `POST /emr-apps`. */
  app: { issuer: string; client_id: string; client_secret: string; token_url: string };
  stop(): Promise<void>;
}

/** Starts a FHIR server, empty or with a clinic, whose records are read by who signed in at its authorization server alone. */
export async function startSimulatedEmr(consoleUrl: string, hasClinic: boolean): Promise<SimulatedEmr> {
  const [fhir, smart] = await Promise.all([
    startMedplum(),
    startSmartServer({ ...CLIENT, redirectUri: `${consoleUrl}/api/emr-authorization/callback` }),
  ]);
  if (hasClinic) await fhir.load(clinicResources(new Date()));
  fhir.admits = smart.admits;
  fhir.smartConfiguration = smart.smartConfiguration;
  return {
    fhir,
    smart,
    app: {
      issuer: fhir.baseUrl,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      token_url: smart.tokenUrl,
    },
    async stop() {
      await Promise.all([fhir.stop(), smart.stop()]);
    },
  };
}
