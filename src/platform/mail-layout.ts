import type { Mail } from "./outbox.ts";

export interface MailContent {
  readonly to: string;
  readonly namedIds?: Mail["namedIds"];
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly preview?: MailPreview | undefined;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly items?: readonly MailItem[];
  readonly groups?: readonly MailGroup[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly link?: { readonly label: string; readonly url: string };
  readonly reason: string;
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string };
}

export interface MailItem {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** Absolute URL of a PNG or JPEG: mail clients support few other formats. */
  readonly picture: string;
}

export interface MailPreview {
  readonly quote?: string;
  /** `cid` of an attachment: a URL would be open to anyone who has it. */
  readonly picture?: { readonly cid: string; readonly width: number; readonly height: number };
}

export interface MailGroup {
  readonly title?: string;
  readonly links: readonly {
    readonly text: string;
    readonly url: string;
    readonly preview?: MailPreview | undefined;
  }[];
  readonly more: number;
}

export const toPerson = ({ name, email }: { readonly name: string; readonly email: string }) => ({
  to: email,
  greeting: `Hello ${name},`,
});

export function layOutMail(content: MailContent): Mail {
  const { to, subject, namedIds = [], unsubscribe } = content;
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(namedIds.length > 0 && { namedIds }),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.oneClick }),
  };
}

function renderText({
  greeting,
  paragraphs,
  preview,
  facts,
  items,
  groups,
  action,
  link,
  reason,
  unsubscribe,
}: MailContent): string {
  return [
    greeting,
    ...paragraphs,
    preview?.quote && `“${preview.quote}”`,
    facts?.map(([label, value]) => `${label}: ${value}`).join("\n"),
    ...(items ?? []).map(({ title, text, url }) => `${title}\n${text}\n${url}`),
    ...(groups ?? []).map(textOfGroup),
    action && `${action.label}:\n${action.url}`,
    link && `${link.label}:\n${link.url}`,
    `-- \nSenga\n${reason}`,
    unsubscribe && `Unsubscribe:\n${unsubscribe.page}`,
  ]
    .filter((part) => part)
    .join("\n\n");
}

const textOfGroup = ({ title, links, more }: MailGroup): string =>
  [
    ...(title ? [title] : []),
    ...links.map(({ text, url, preview }) =>
      [`- ${text}`, ...(preview?.quote ? [`  “${preview.quote}”`] : []), `  ${url}`].join("\n"),
    ),
    ...(more > 0 ? [moreOf(more)] : []),
  ].join("\n");

const moreOf = (more: number): string => `And ${more.toLocaleString("en-US")} more.`;

// Mail clients support neither custom properties nor oklch.
const ink = "#16171d";
const font = "font-family:'Atkinson Hyperlegible Next',Verdana,Arial,sans-serif;";

function renderHtml(content: MailContent): string {
  const {
    subject,
    greeting,
    paragraphs,
    preview,
    facts,
    items = [],
    groups = [],
    action,
    link,
    reason,
    unsubscribe,
  } = content;
  const paragraph = (text: string, style = "") =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const fact = ([label, value]: readonly [string, string]) =>
    `<tr><th scope="row" align="left" style="padding:8px 16px 8px 0;font-weight:400;color:#4b4c56">${escapeHtml(label)}</th>` +
    `<td align="right" style="padding:8px 0;font-weight:700">${escapeHtml(value)}</td></tr>`;
  const item = ({ title, text, url, picture }: MailItem) =>
    `<tr><td style="padding:0 0 24px"><a href="${escapeHtml(url)}" style="color:${ink};text-decoration:none">` +
    `<img src="${escapeHtml(picture)}" alt="" width="494" style="display:block;width:100%;height:auto;border:2px solid ${ink};box-sizing:border-box">` +
    `<span style="display:block;padding-top:10px;font-size:19px;font-weight:700;text-decoration:underline">${escapeHtml(title)}</span></a>` +
    `<span style="color:#4b4c56">${escapeHtml(text)}</span></td></tr>`;
  const group = ({ title, links, more }: MailGroup) =>
    `${title ? paragraph(title, "font-weight:700;margin-bottom:4px") : ""}<ul style="margin:0 0 20px;padding:0 0 0 22px">` +
    links
      .map(
        (each) =>
          `<li style="margin:0 0 8px"><a href="${escapeHtml(each.url)}" style="color:${ink}">${escapeHtml(each.text)}</a>` +
          `${previewOf(each.preview, 140)}</li>`,
      )
      .join("") +
    `${more > 0 ? `<li style="margin:0">${moreOf(more)}</li>` : ""}</ul>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f7f2e6;color:${ink};font-size:17px;line-height:1.6;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:28px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#fefcf7;border:3px solid ${ink}">
<tr><td style="padding:18px 28px;background:${ink};color:#f7f2e6;font-size:22px;font-weight:900">Senga</td></tr>
<tr><td style="padding:28px">
${paragraph(greeting, "font-size:20px;font-weight:700")}
${paragraphs.map((text) => paragraph(text)).join("\n")}
${previewOf(preview, 320)}
${facts ? `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:2px solid #d5cfc0;border-bottom:2px solid ${ink}">${facts.map(fact).join("")}</table>` : ""}
${items.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${items.map(item).join("")}</table>` : ""}
${groups.map(group).join("\n")}
${action ? `<p style="margin:8px 0 20px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;background:${ink};color:#f7f2e6;font-weight:700;text-decoration:none">${escapeHtml(action.label)}</a></p>` : ""}
${link ? `<p style="margin:0 0 20px"><a href="${escapeHtml(link.url)}" style="color:#0b5d95">${escapeHtml(link.label)}</a></p>` : ""}
<p style="margin:0;border-top:1px solid #d5cfc0;padding-top:16px;color:#4b4c56;font-size:15px">${escapeHtml(reason)}${unsubscribe ? ` <a href="${escapeHtml(unsubscribe.page)}" style="color:#0b5d95">Unsubscribe</a>` : ""}</p>
</td></tr></table></td></tr></table></body></html>`;
}

function previewOf({ quote, picture }: MailPreview = {}, side: number): string {
  const scale = picture ? Math.min(side / picture.width, side / picture.height, 1) : 0;
  const image =
    picture &&
    `<img src="cid:${escapeHtml(picture.cid)}" alt="The drawing" width="${Math.round(picture.width * scale)}" ` +
      `height="${Math.round(picture.height * scale)}" style="display:block;margin:8px 0 12px;border:2px solid ${ink}">`;
  const words =
    quote &&
    `<p style="margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid #e9452a">“${escapeHtml(quote)}”</p>`;
  return [image, words].filter(Boolean).join("");
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
