import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { findPerson } from "../../../access/queries.ts";
import { type Choices, chooseMail } from "./choose-mail.ts";
import { problems } from "./contract.ts";
import { choosableKinds } from "./kinds.ts";

/** Throws mail-link-broken. */
export async function followMailLink({ db, mailLinks }: Pick<AppContext, "db" | "mailLinks">, token: string) {
  const link = await mailLinks.verify(token);
  const person = link && (await findPerson(db, link.personId));
  if (!person) throw new Problem(problems.brokenLink);
  // An old mail may contain a kind that no longer exists.
  return { person, kinds: choosableKinds.filter((kind) => link.kinds.includes(kind)) };
}

/** Throws mail-link-broken. */
export async function unsubscribe(
  context: Pick<AppContext, "clock" | "db" | "mailLinks">,
  token: string,
): Promise<void> {
  const { person, kinds } = await followMailLink(context, token);
  const choices: Choices = Object.fromEntries(kinds.map((kind) => [kind, "never"]));
  await chooseMail(context, person.id, choices);
}
