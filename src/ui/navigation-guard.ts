type Ask = () => Promise<boolean>;
let guard: Ask | undefined;

/** Whether the page may be left: what is unsaved on it asks first. For what ends more than the page, such as a sign-out. */
export const mayLeave: Ask = async () => guard === undefined || guard();

/** Has `ask` asked before the page is left. Returns how to end that. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}
