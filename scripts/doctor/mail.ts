import { createTransport } from "nodemailer";
import { type Check, codeOf, patience } from "./finding.ts";

const todos: Readonly<Record<string, string>> = {
  EAUTH: "The relay refuses the user or the password in SMTP_URL.",
  ETLS: "Use smtps:// for port 465 and smtp:// for 587.",
  ESOCKET: "Use smtps:// for port 465 and smtp:// for 587; look at the relay's certificate.",
  EDNS: "The host in SMTP_URL is not known to DNS.",
};

/** Signs in to the relay, and sends nothing. */
export const checkMail: Check = async ({ smtpUrl }) => {
  const about = "mail";
  if (smtpUrl === undefined)
    return [{ about, state: "fine", says: "the sandbox; no mail leaves this machine" }];
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  });
  try {
    await transport.verify();
    return [{ about, state: "fine", says: `${host} lets Senga in` }];
  } catch (error) {
    const code = codeOf(error);
    const todo = todos[code] ?? "Look at host and port in SMTP_URL, and whether a firewall is between.";
    return [{ about, state: "wrong", says: `${host} does not let Senga in (${code})`, todo }];
  } finally {
    transport.close();
  }
};
