import type { AppContext } from "../../../context.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import type { MailPreview } from "../../../platform/mail-layout.ts";
import type { QueuedMail } from "../../../platform/outbox.ts";
import { findPerson } from "../../../access/queries.ts";
import { withoutLinks, type PreviewPicture, findPreviews } from "./previews.ts";
import { type MailOutline, newsIn, notificationMail } from "./mails.ts";
import type { NotificationSources } from "./word-notifications.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">;

/** Per mail; other notifications have only text. */
const maxPictures = 4;
/** Per picture; a larger one is omitted. */
const maxBytes = 200_000;

/** Runs on sending: a drawing hidden in the meantime must not be in the mail, and none is stored in the outbox. */
export async function completeMail(
  context: Context,
  sources: NotificationSources,
  mail: QueuedMail,
): Promise<QueuedMail> {
  const { draft, ...plain } = mail;
  if (!draft) return plain;
  const outline = draft as MailOutline;
  const reader = await findPerson(context.db, outline.recipient.id);
  if (!reader || reader.isSuspended) return plain;
  const news = newsIn(outline);
  const previews = await findPreviews(context, sources.previews, reader, news);
  const pictures = new Map<string, Buffer>();
  const shown = new Map<string, MailPreview>();
  for (const { aboutId } of news) {
    const preview = previews.get(aboutId);
    if (!preview) continue;
    const { picture, text } = preview;
    const isShown = picture !== null && (await addPicture(context, sources, pictures, picture));
    shown.set(aboutId, {
      ...(text && { quote: withoutLinks(text) }),
      ...(isShown && { picture: { ...picture, cid: cidOf(picture.id) } }),
    });
  }
  const { text, html } = notificationMail(context.settings.origin, outline, shown);
  return {
    ...plain,
    text,
    html,
    pictures: [...pictures].map(([id, bytes]) => ({ cid: cidOf(id), bytes })),
  };
}

const cidOf = (pictureId: string): string => `${pictureId}@drawings`;

/** Two comments may be about the same drawing. Returns whether the mail has it. */
async function addPicture(
  context: Context,
  sources: NotificationSources,
  pictures: Map<string, Buffer>,
  picture: PreviewPicture,
): Promise<boolean> {
  if (pictures.has(picture.id)) return true;
  if (pictures.size >= maxPictures) return false;
  try {
    const bytes = await sources.readPicture(context, picture);
    if (!bytes || bytes.length > maxBytes) return false;
    pictures.set(picture.id, bytes);
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, drawing: picture.id }, "sent a mail without its drawing");
    return false;
  }
}
