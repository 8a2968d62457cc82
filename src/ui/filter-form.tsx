import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";
import { Button, ButtonLink } from "./button.tsx";
import { focusHeading } from "./use-page-change.ts";
import "./field.css";
import "./filter-form.css";

const typingPauseMilliseconds = 250;

type Timer = ReturnType<typeof setTimeout> | undefined;
type Values = Readonly<Record<string, string>>;

const none: Values = {};

interface FilterFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly defaults?: Values;
  /** On server-rendered pages only, which ignore other parameters in the URL. */
  readonly params?: readonly string[];
  readonly help?: ReactNode;
  /** Visible on a phone too, where the children are collapsed. */
  readonly chips?: ReactNode;
  readonly children?: ReactNode;
}

/** A GET form, which works without a script. With a script it submits on change. */
export function FilterForm({
  label,
  placeholder,
  defaults = none,
  params,
  help,
  chips,
  children,
}: FilterFormProps) {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  /** Undefined unless words wait to be sent. */
  const timer = useRef<Timer>(undefined);
  const isBusy = useNavigation().state === "loading";
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  const filters = [...search].filter(([name]) =>
    params ? params.includes(name) : !["cursor", "from"].includes(name),
  );
  const chosenCount = filters.filter(
    ([name, value]) => name !== "q" && value !== "" && value !== defaults[name],
  ).length;

  const shown = useRef(search);
  /** Queries whose pages have not arrived yet, oldest first. */
  const sent = useRef<string[]>([]);
  useLayoutEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // The form may have newer choices, which must not be undone.
    const arrived = sent.current.splice(0, sent.current.lastIndexOf(String(search)) + 1);
    if (arrived.length > 0) return;
    sent.current = [];
    for (const element of form.current?.elements ?? []) {
      if (isWords(element) && timer.current) continue;
      const value = valueIn(search, defaults, element);
      if (element instanceof HTMLSelectElement || isWords(element)) element.value = value;
      else if (element instanceof HTMLInputElement) element.checked = element.value === value;
    }
  }, [search, defaults]);
  useEffect(() => {
    // A pending search must not call back a user who has followed a link.
    const forget = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest("a")) stop(timer);
    };
    addEventListener("click", forget);
    return () => {
      removeEventListener("click", forget);
      stop(timer);
    };
  }, []);

  const send = (isTyping = false): void => {
    stop(timer);
    const chosen = withoutDefaults(form.current, defaults);
    sent.current.push(String(chosen));
    // Only the URL has the words of a page that is still rendering.
    const current = new URLSearchParams(location.search);
    current.delete("cursor");
    // One history entry per search, not per letter.
    const replace = (isTyping && current.has("q")) || String(current) === String(chosen);
    setSearch(chosen, { replace, preventScrollReset: true });
  };

  // Applies choices made before hydration.
  const catchUp = useEffectEvent(() => {
    const chosen = withoutDefaults(form.current, defaults);
    const differs = [...(form.current?.elements ?? [])].some((element) => {
      const value = valueIn(search, defaults, element);
      // A link may name what a menu lacks, such as an unknown level.
      const isLacking =
        element instanceof HTMLSelectElement && ![...element.options].some((each) => each.value === value);
      return !isLacking && valueIn(chosen, defaults, element) !== value;
    });
    if (differs) send();
  });
  useEffect(() => catchUp(), []);

  return (
    <form
      ref={form}
      className="filters"
      role="search"
      autoComplete="off"
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onChange={({ target }) => {
        stop(timer);
        if (isWords(target)) timer.current = setTimeout(send, typingPauseMilliseconds, true);
        else send();
      }}
    >
      <div className="filters-words">
        <label>
          <span>Search</span>
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={search.get("q") ?? ""}
            maxLength={100}
            placeholder={placeholder}
            autoComplete="off"
          />
        </label>
        {help}
      </div>
      {children && (
        <div className="filters-toggle">
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-controls={choicesId}
            onClick={() => setOpen(!isOpen)}
          >
            Filters{chosenCount > 0 && ` (${chosenCount})`}
          </Button>
        </div>
      )}
      {chips}
      {children && (
        <div id={choicesId} className="filters-choices" data-open={isOpen}>
          {children}
        </div>
      )}
      <noscript>
        <Button type="submit" size="small">
          Show
        </Button>
      </noscript>
      {filters.length > 0 && (
        <ButtonLink look="quiet" size="small" to={pathname} preventScrollReset onClick={focusHeading}>
          Clear filters
        </ButtonLink>
      )}
    </form>
  );
}

const isWords = (element: EventTarget): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === "search";

function stop(timer: RefObject<Timer>): void {
  clearTimeout(timer.current);
  timer.current = undefined;
}

function valueIn(search: URLSearchParams, defaults: Values, element: Element): string {
  const name = element.getAttribute("name") ?? "";
  return search.get(name)?.trim() || defaults[name] || "";
}

/** Omits defaults, so that equal filters share one URL. */
function withoutDefaults(form: HTMLFormElement | null, defaults: Values): URLSearchParams {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form ?? undefined)) {
    if (typeof value === "string" && value.trim() && value !== defaults[name]) chosen.set(name, value.trim());
  }
  return chosen;
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly usual?: string;
}

export function Choice({ label, name, options, usual = "" }: ChoiceProps) {
  const [search] = useSearchParams();
  return (
    <label>
      <span>{label}</span>
      <select className="input" name={name} defaultValue={search.get(name)?.trim() || usual}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Chips({ label, name, options, usual = "" }: ChoiceProps) {
  const [search] = useSearchParams();
  return (
    <fieldset className="filters-chips">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={(search.get(name) ?? usual) === option.value}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface TickProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}

export function Tick({ label, name, value }: TickProps) {
  const [search] = useSearchParams();
  return (
    <label className="filters-tick">
      <input type="checkbox" name={name} value={value} defaultChecked={search.get(name) === value} />
      <span>{label}</span>
    </label>
  );
}
