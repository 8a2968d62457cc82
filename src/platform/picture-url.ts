/**
 * Whether a person's picture can be given so: over https, or a drawing or an uploaded picture of this site. No other path
 * of it, since every visitor's browser asks for a picture.
 */
export function isPictureUrl(url: string): boolean {
  if (/^\/(drawings|images)\/[\w./-]+$/.test(url)) return !url.includes("..");
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/u.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}

/** What is said of a picture that is given in another way, in forms and by the server. */
export const pictureUrlProblem = "Enter a link to a picture, starting with https://";

/** A picture of this site by its path alone, as it is kept: providers in other places give a whole address. */
export const withoutOrigin = (url: string, origin: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
