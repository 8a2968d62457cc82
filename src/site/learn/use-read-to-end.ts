import { type RefObject, useEffect, useRef } from "react";

/** Milliseconds that the end must be in view. */
const restsAtEnd = 2000;

/** Once per visit, so that it doesn't override a user who unticks the lesson. */
export function useReadToEnd(
  end: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onRead: () => void,
): void {
  const hasRead = useRef(!isWanted);
  const tell = useRef(onRead);
  useEffect(() => {
    tell.current = onRead;
  }, [onRead]);
  useEffect(() => {
    if (!end.current || hasRead.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting || hasRead.current) return;
      timer = setTimeout(() => {
        hasRead.current = true;
        tell.current();
      }, restsAtEnd);
    });
    observer.observe(end.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [end]);
}
