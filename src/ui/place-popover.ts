import type { ToggleEvent } from "react";

/** Pixels. */
const [gap, edge] = [4, 8];

/** For Safari before 26 and Firefox before 147, which lack CSS anchor positioning. */
export function placePopover({ currentTarget: popover, newState }: ToggleEvent<HTMLElement>): void {
  const opener = document.querySelector(`[popovertarget="${popover.id}"]`);
  if (newState === "closed" || !opener) return;
  const place = (): void => {
    const { top, right, bottom, left } = opener.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isBelow = clientHeight - bottom >= top;
    const isAtEnd = left + right >= clientWidth;
    popover.style.inset = [
      isBelow ? px(bottom + gap + scrollY) : "auto",
      isAtEnd ? px(clientWidth - right - scrollX) : "auto",
      isBelow ? "auto" : px(clientHeight - top + gap - scrollY),
      isAtEnd ? "auto" : px(left + scrollX),
    ].join(" ");
    popover.style.setProperty("--block-room", px((isBelow ? clientHeight - bottom : top) - gap - edge));
    popover.style.setProperty("--inline-room", px((isAtEnd ? right : clientWidth - left) - edge));
  };
  place();
  addEventListener("resize", place);
  popover.addEventListener("beforetoggle", () => removeEventListener("resize", place), { once: true });
}

const px = (pixels: number): string => `${pixels}px`;
