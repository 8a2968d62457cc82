/** Characters. */
export const maxLength = { headline: 100, bio: 600, link: 300, description: 200 } as const;
export const maxCount = { links: 5, pictures: 6 } as const;

export const messages = {
  headline: `Keep it to one line of ${maxLength.headline} characters`,
  bio: `Keep your bio to ${maxLength.bio} characters`,
  controlCharacters: "Remove the control characters",
  link: "Enter a web address, like https://yourname.example",
  secureLink: "Enter an address that starts with https://",
  longLink: `Use a link of at most ${maxLength.link} characters`,
  sameLink: "This link is already in your list",
  manyLinks: `Add at most ${maxCount.links} links`,
  noPicture: "Choose a picture, or remove this one",
  noDescription: "Describe this picture for people who can't see it",
  longDescription: `Keep the description to ${maxLength.description} characters`,
  manyPictures: `Add at most ${maxCount.pictures} pictures`,
  foreignPicture: "Upload this picture here; links to other sites don't work in a portfolio",
} as const;

/** Keeps other schemes, so that `linkProblem` refuses them. */
export function completeLink(input: string): string {
  const url = input.trim();
  return url === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url.replace(/^\/+/, "")}`;
}

export function linkProblem(link: string): string | undefined {
  if (link.length > maxLength.link) return messages.longLink;
  if (/[\s\p{Cc}\\]/u.test(link) || !URL.canParse(link)) return messages.link;
  const { protocol, hostname, username, password, port } = new URL(link);
  if (protocol !== "https:") return messages.secureLink;
  const isPlain = username === "" && password === "" && port === "";
  // Requires a dotted host name: no localhost, no IP address.
  return isPlain && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(hostname) ? undefined : messages.link;
}

const knownSites: readonly (readonly [label: string, ...hosts: string[]])[] = [
  ["Instagram", "instagram.com"],
  ["X", "x.com", "twitter.com"],
  ["YouTube", "youtube.com", "youtu.be"],
  ["Pixiv", "pixiv.net", "pixiv.me"],
  ["ArtStation", "artstation.com"],
  ["Behance", "behance.net"],
  ["Bluesky", "bsky.app"],
  ["DeviantArt", "deviantart.com"],
  ["Ko-fi", "ko-fi.com"],
  ["Patreon", "patreon.com"],
  ["Threads", "threads.net", "threads.com"],
  ["TikTok", "tiktok.com"],
  ["Tumblr", "tumblr.com"],
  ["Twitch", "twitch.tv"],
];

/** Derived from the host: a custom label could disguise the target. */
export function linkLabel(link: string): string {
  const host = new URL(link).hostname.replace(/^www\./, "");
  const [label] =
    knownSites.find(([, ...hosts]) => hosts.some((known) => host === known || host.endsWith(`.${known}`))) ??
    [];
  return label ?? host;
}
