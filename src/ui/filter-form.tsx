import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";
import { Button, ButtonLink } from "./button.tsx";
import "./field.css";
import "./filter-form.css";

const typingPauseMilliseconds = 250;

const none = {};

interface FilterFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly defaults?: Readonly<Record<string, string>>;
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isBusy = useNavigation().state === "loading";
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  const filters = [...search].filter(([name]) => name !== "cursor" && (params?.includes(name) ?? true));
  const chosenCount = filters.filter(
    ([name, value]) => name !== "q" && value !== "" && value !== defaults[name],
  ).length;

  const shown = useRef(search);
  /** Queries whose pages have not arrived yet, oldest first. */
  const sent = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // The form may have newer choices, which must not be undone.
    const at = sent.current.lastIndexOf(String(search));
    sent.current = at === -1 ? [] : sent.current.slice(at + 1);
    if (at !== -1) return;
    for (const element of form.current?.elements ?? []) {
      if (element instanceof HTMLSelectElement || isWords(element)) {
        if (element !== document.activeElement)
          element.value = search.get(element.name) ?? defaults[element.name] ?? "";
      } else if (element instanceof HTMLInputElement)
        element.checked = (search.get(element.name) ?? defaults[element.name] ?? "") === element.value;
    }
  }, [search, defaults]);
  useEffect(() => {
    // A pending search must not call back a user who has followed a link.
    const forget = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest("a")) clearTimeout(timer.current);
    };
    addEventListener("click", forget);
    return () => {
      removeEventListener("click", forget);
      clearTimeout(timer.current);
    };
  }, []);

  const send = (replace: boolean): void => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const chosen = withoutDefaults(form.current, defaults);
    sent.current = [...sent.current, String(chosen)];
    setSearch(chosen, { replace, preventScrollReset: true });
  };

  // One history entry per search, not per letter. Only the URL has the words of a page that is still rendering.
  const sendWords = (): void => send(new URLSearchParams(location.search).has("q"));

  // Applies choices made before hydration.
  const catchUp = useEffectEvent(() => {
    if (!form.current) return;
    const chosen = withoutDefaults(form.current, defaults);
    const names = new Set(
      [...form.current.elements].flatMap((element) => element.getAttribute("name") ?? []),
    );
    const differs = [...names].filter(Boolean).some((name) => {
      const inUrl = search.get(name)?.trim() ?? "";
      return (chosen.get(name) ?? "") !== (inUrl === defaults[name] ? "" : inUrl);
    });
    if (differs) send(false);
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
        send(false);
      }}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        if (isWords(target)) timer.current = setTimeout(sendWords, typingPauseMilliseconds);
        else send(false);
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
        <ButtonLink look="quiet" size="small" to={pathname} preventScrollReset>
          Clear filters
        </ButtonLink>
      )}
    </form>
  );
}

const isWords = (element: EventTarget): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === "search";

/** Omits defaults, so that equal filters share one URL. */
function withoutDefaults(form: HTMLFormElement, defaults: Readonly<Record<string, string>>): URLSearchParams {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
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
      <select className="input" name={name} defaultValue={search.get(name) ?? usual}>
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
