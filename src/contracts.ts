import { features } from "./features.ts";

type Merged<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? { readonly [Key in keyof All]: All[Key] }
  : never;

export type Contracts = Merged<(typeof features)[number]["contract"]>;

export const contracts = Object.assign({}, ...features.map(({ contract }) => contract)) as Contracts;
