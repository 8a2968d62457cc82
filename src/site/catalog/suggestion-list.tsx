import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link } from "react-router";
import type { Answer } from "../../access/api-query.ts";
import { api } from "../../access/session.ts";
import "./suggestion-list.css";

type Suggestions = Answer<"GET /suggestions">;

const none: Suggestions = { instructors: [], classes: [] };
const typingPauseMilliseconds = 150;
const minLetters = 2;

/** The arrow keys lead into the links and back, Escape closes them. */
export default function SuggestionList({ input }: { readonly input: HTMLInputElement }) {
  const list = useRef<HTMLUListElement>(null);
  const follow = useCallback(
    (onChange: () => void) => {
      input.addEventListener("input", onChange);
      return () => input.removeEventListener("input", onChange);
    },
    [input],
  );
  // Input may also change between rendering and listening.
  const typed = useSyncExternalStore(follow, () => input.value);
  const [{ instructors, classes }, setFound] = useState(none);
  const [isOpen, setOpen] = useState(true);
  const count = instructors.length + classes.length;
  const isShown = isOpen && count > 0;

  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll("a") ?? [])];
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "ArrowDown") links()[0]?.focus();
    // A browser would also clear the input.
    if (event.key === "Escape" && isShown) event.preventDefault();
    if (event.key === "Escape" || event.key === "Enter") setOpen(false);
  });
  const closeUnlessInside = (next: EventTarget | null): void => {
    const isInside = next instanceof Node && list.current?.contains(next);
    if (next !== input && !isInside) setOpen(false);
  };
  const onBlur = useEffectEvent(({ relatedTarget }: globalThis.FocusEvent) =>
    closeUnlessInside(relatedTarget),
  );
  const onLinkBlur = ({ relatedTarget }: FocusEvent): void => closeUnlessInside(relatedTarget);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onInput = (): void => setOpen(true);
    input.addEventListener("input", onInput, { signal });
    input.addEventListener("keydown", (event) => onKey(event), { signal });
    input.addEventListener("blur", (event) => onBlur(event), { signal });
    return () => listening.abort();
  }, [input]);

  useEffect(() => {
    let isLatest = true;
    const ask = async (): Promise<void> => {
      const q = typed.trim();
      // A failure only means no suggestions.
      const found =
        q.length < minLetters ? none : await api("GET /suggestions", { query: { q } }).catch(() => none);
      if (isLatest) setFound(found);
    };
    const timer = setTimeout(() => void ask(), typingPauseMilliseconds);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [typed]);

  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const all = links();
      (all[all.findIndex((link) => link === document.activeElement) + step] ?? input).focus();
    } else if (event.key === "Escape") {
      setOpen(false);
      input.focus();
    }
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown &&
          `${count} ${count === 1 ? "suggestion" : "suggestions"}. Press the down arrow to choose one.`}
      </p>
      {isShown && (
        <ul role="list" className="suggestions" aria-label="Suggestions" ref={list}>
          {instructors.map(({ _id, name }) => (
            <li key={_id}>
              <Link to={`/instructors/${_id}`} onKeyDown={move} onBlur={onLinkBlur}>
                <strong>{name}</strong> <span>Instructor</span>
              </Link>
            </li>
          ))}
          {classes.map(({ _id, className, instructorName }) => (
            <li key={_id}>
              <Link to={`/classes/${_id}`} onKeyDown={move} onBlur={onLinkBlur}>
                <strong>{className}</strong> <span>with {instructorName}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
