import { forgetSingleton } from "#lib/kernel/singleton";

/** Sets the server to which mails go from now on; none if it is null. */
export function mailBy(url: string | null): void {
  Object.assign(process.env, { SMTP_URL: url ?? "", MAIL_FROM: url === null ? "" : "console@records.example" });
  forgetSingleton("environment");
}
