import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { chooseMail } from "./choose-mail.ts";
import type { notificationsContract } from "./contract.ts";
import { followMailLink, unsubscribe } from "./follow-mail-link.ts";
import { kindOf } from "./kinds.ts";
import { listChoices, listNotifications } from "./queries.ts";
import type { PreviewPicture } from "./previews.ts";
import { readNotifications } from "./read-notifications.ts";
import type { NotificationSources } from "./word-notifications.ts";

export function notificationsApi(
  context: AppContext,
  sources: NotificationSources,
): Handlers<typeof notificationsContract, CallerFor> {
  const { db } = context;
  return {
    "GET /notifications": async ({ caller, query }) => {
      const page = await listNotifications(context, sources, caller, query);
      return {
        ...page,
        rows: page.rows.map(({ id, kind, line, path, preview, createdAt, readAt }) => ({
          _id: id,
          kind,
          line,
          path,
          text: preview?.text ?? "",
          picture: preview?.picture ? asPicture(preview.picture) : null,
          createdAt,
          isRead: readAt !== null,
        })),
      };
    },
    "POST /notifications/read": ({ caller, body }) => readNotifications(context, caller.id, body),
    "GET /notifications/choices": ({ caller }) => listChoices(db, caller),
    "PATCH /notifications/choices": async ({ caller, body }) => {
      await chooseMail(context, caller.id, body);
      return listChoices(db, caller);
    },
    "GET /notifications/mail-link": async ({ query }) => {
      const { person, kinds } = await followMailLink(context, query.token);
      return { kinds: kinds.map((kind) => kindOf(kind).title), choices: await listChoices(db, person) };
    },
    "PATCH /notifications/mail-link": async ({ query, body }) => {
      const { person } = await followMailLink(context, query.token);
      await chooseMail(context, person.id, body);
      return listChoices(db, person);
    },
    "POST /notifications/unsubscribe": async ({ query }) => {
      await unsubscribe(context, query.token);
      return { unsubscribed: true };
    },
  };
}

const asPicture = ({ id, width, height, widths }: PreviewPicture) => ({
  _id: id,
  width,
  height,
  widths: [...widths],
});
