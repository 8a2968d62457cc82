import { type Column, type SQL, eq, like } from "drizzle-orm";

const ownPath = "/identity";
const isOwn = (issuer: string | null): boolean => issuer?.endsWith(ownPath) ?? false;

/** The site's own provider uses the site's origin as its issuer, and keeps its subjects when that changes. */
export const isSameProvider = (one: string | null, other: string): boolean =>
  one === other || (isOwn(one) && isOwn(other));

/** The same in SQL, for a column of issuers. */
export const isOfProvider = (column: Column, issuer: string): SQL =>
  isOwn(issuer) ? like(column, `%${ownPath}`) : eq(column, issuer);
