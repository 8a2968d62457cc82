/**
 * Whether a form was sent by a program: it fills in the field `website`, which people do not see. Such a form gets the
 * answer of any other, so that its sender learns nothing, and is thrown away.
 */
export const isByProgram = ({ website }: { readonly website?: string | undefined }): boolean =>
  Boolean(website);
