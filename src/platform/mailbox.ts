/**
 * Whether both addresses reach one mailbox: a `+tag` is delivered to the address without it, and Gmail ignores
 * dots.
 */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const mailbox = local.replace(/\+.*$/, "");
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${mailbox.replaceAll(".", "")}@gmail.com`
    : `${mailbox}@${domain}`;
}
