/** Only picture paths on this site: every visitor's browser requests the URL. */
export function isPictureUrl(url: string): boolean {
  if (/^\/(drawings|images)\/[\w./-]+$/.test(url)) return !url.includes("..");
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/u.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}

export const pictureUrlProblem = "Enter a link to a picture, starting with https://";

export const withoutOrigin = (url: string, origin: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;

export const defaultPortrait = "/drawings/portrait-ghost.svg";

/** The path of a picture of this site; a portrait instead of one that no page may show. */
export function displayablePicture(url: string, origin: string): string {
  const picture = withoutOrigin(url, origin);
  return isPictureUrl(picture) ? picture : defaultPortrait;
}
