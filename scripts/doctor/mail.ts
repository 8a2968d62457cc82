import { createTransport } from "nodemailer";
import { demoContacts } from "../../src/settings/validation.ts";
import { type Check, type Finding, codeOf, timeoutMilliseconds } from "./finding.ts";

const todos: Readonly<Record<string, string>> = {
  EAUTH: "The relay rejects the user or the password in SMTP_URL.",
  ETLS: "Use smtps:// for port 465 and smtp:// for 587.",
  ESOCKET: "Use smtps:// for port 465 and smtp:// for 587; check the relay's certificate.",
  EDNS: "DNS does not know the host in SMTP_URL.",
};

const about = "mail";

export const checkMail: Check = async (settings) => {
  const { smtpUrl } = settings;
  if (smtpUrl === undefined)
    return [{ about, state: "fine", says: "the sandbox; no mail leaves this machine" }];
  return [
    await checkRelay(smtpUrl),
    ...demoContacts(settings).map((name): Finding => ({
      about,
      state: "look",
      says: `${name} is still the demo's`,
      todo: "Set it to your school's.",
    })),
  ];
};

/** Signs in, and sends nothing. */
async function checkRelay(smtpUrl: string): Promise<Finding> {
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: timeoutMilliseconds,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  try {
    await transport.verify();
    return { about, state: "fine", says: `${host} accepts the login` };
  } catch (error) {
    const code = codeOf(error);
    const todo = todos[code] ?? "Check host and port in SMTP_URL, and whether a firewall blocks them.";
    return { about, state: "wrong", says: `${host} does not accept the login (${code})`, todo };
  } finally {
    transport.close();
  }
}
