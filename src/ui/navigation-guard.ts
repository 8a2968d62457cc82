type Ask = () => Promise<boolean>;
let guard: Ask | undefined;

/** Also guards actions that end more than the page, such as a sign-out. */
export const mayLeave: Ask = async () => guard === undefined || guard();

export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}
