export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

/** Mail servers ignore a `+tag`, and Gmail also dots. */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const mailbox = local.replace(/\+.*$/, "");
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${mailbox.replaceAll(".", "")}@gmail.com`
    : `${mailbox}@${domain}`;
}
