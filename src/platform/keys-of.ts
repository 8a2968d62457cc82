/** For objects that have no other keys than their type names. */
export const keysOf = <Key extends string>(object: { readonly [Name in Key]?: unknown }): Key[] =>
  Object.keys(object) as Key[];
