import type { FieldErrors } from "../../../../ui/use-form.ts";
import { completeLink, linkProblem, maxLength, messages, most } from "../policy.ts";

export const linkPlaces = Array.from({ length: most.links }, (_, place) => place);
export const picturePlaces = Array.from({ length: most.pictures }, (_, place) => place);

export const fieldNames = [
  "headline",
  "bio",
  ...linkPlaces.map((place) => `link-${place}` as const),
  ...picturePlaces.flatMap((place) => [`picture-${place}`, `description-${place}`] as const),
] as const;
export type Field = (typeof fieldNames)[number];
export type Values = Readonly<Record<Field, string>>;

export const typedLinks = (values: Values) =>
  linkPlaces
    .map((place) => ({ place, link: completeLink(values[`link-${place}`] ?? "") }))
    .filter(({ link }) => link !== "");

export function check(
  values: Values,
  pictures: readonly { readonly place: number; readonly hasPicture: boolean }[],
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (values.headline.trim().length > maxLength.headline) errors.headline = messages.headline;
  if (values.bio.trim().length > maxLength.bio)
    errors.bio = `${messages.bio}; this one has ${values.bio.trim().length}`;
  const links = typedLinks(values);
  for (const [index, { place, link }] of links.entries()) {
    const isRepeated = links.slice(0, index).some((earlier) => earlier.link === link);
    const problem = linkProblem(link) ?? (isRepeated ? messages.sameLink : undefined);
    if (problem) errors[`link-${place}`] = problem;
  }
  for (const { place, hasPicture } of pictures) {
    const description = (values[`description-${place}`] ?? "").trim();
    if (!hasPicture) errors[`picture-${place}`] = messages.noPicture;
    if (description === "") errors[`description-${place}`] = messages.noDescription;
    else if (description.length > maxLength.description)
      errors[`description-${place}`] = messages.longDescription;
  }
  return errors;
}

/** Maps server paths to form fields: "links.1" is the second non-empty link, not the second field. */
export function atOwnFields(error: unknown, links: readonly number[], pictures: readonly number[]): unknown {
  const { fields = [] } = (error ?? {}) as { fields?: readonly { field: string; message: string }[] };
  if (!(error instanceof Error) || fields.length === 0) return error;
  const renamed = fields.map(({ field, message }) => {
    const [list, index, part] = field.split(".");
    if (list === "links") return { field: `link-${links[Number(index)]}`, message };
    if (list === "portfolio") {
      const place = pictures[Number(index)];
      return { field: `${part === "description" ? "description" : "picture"}-${place}`, message };
    }
    return { field, message };
  });
  return Object.assign(new Error(error.message), { fields: renamed });
}
