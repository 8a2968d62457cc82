import { type ComponentType, type LazyExoticComponent, lazy, useState } from "react";
import { Button } from "./button.tsx";
import "./lazy-part.css";

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** `lazy` for part of a page. If its script doesn't arrive, a message replaces it and the rest of the page stays. */
export const lazyPart = <Props extends object>(
  load: Load<Props>,
  isSecondTry = false,
): LazyExoticComponent<ComponentType<Props>> => {
  let found: ComponentType<Props> | undefined;
  return lazy(() =>
    load().catch(() => ({
      default: function LostPart(props: Props) {
        const [Part, setPart] = useState(() => found);
        if (Part) return <Part {...props} />;
        return (
          <p className="cluster lost-part" role="alert">
            A part of this page didn’t load.
            <Button
              look="quiet"
              size="small"
              // Firefox caches a failed import for as long as the page lives.
              onClick={() =>
                isSecondTry ? location.reload() : setPart(() => (found = lazyPart(load, true)))
              }
            >
              {isSecondTry ? "Reload the page" : "Try again"}
            </Button>
          </p>
        );
      },
    })),
  );
};

/** `lazy` for something optional: its fallback stays until the script arrives. */
export const lazyExtra = <Props,>(load: Load<Props>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => untilLoaded(load));

const retryMilliseconds = 30_000;

/** Retries when the browser is online, or after a pause. */
export async function untilLoaded<Script>(load: () => Promise<Script>): Promise<Script> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((again) => {
        addEventListener("online", again, { once: true });
        setTimeout(again, retryMilliseconds);
      });
    }
  }
}
