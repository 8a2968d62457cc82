import { type ReactNode, useState } from "react";
import { catchesEarlyClick } from "../../../../ui/early-submit.ts";
import { TextField } from "../../../../ui/field.tsx";
import "./photo-field.css";

const portraits = ["cat", "bunny", "fox", "frog", "ghost", "onigiri", "robot"] as const;
const pathOf = (animal: (typeof portraits)[number]): string => `/drawings/portrait-${animal}.svg`;

interface PhotoFieldProps {
  readonly current?: string;
  readonly error: string | undefined;
  readonly onPick: () => void;
}

export function PhotoField({ current, error, onPick }: PhotoFieldProps) {
  const [picked, setPicked] = useState<string>();
  const [customUrl, setCustomUrl] = useState("");
  const [isCustom, setCustom] = useState(false);
  const selected = picked ?? current ?? pathOf("cat");
  const pick = (portrait?: string): void => {
    setCustom(!portrait);
    if (portrait) setPicked(portrait);
    onPick();
  };
  const portrait = (path: string, label: string): ReactNode => (
    <button
      {...catchesEarlyClick}
      key={path}
      type="button"
      aria-pressed={!isCustom && selected === path}
      aria-label={label}
      onClick={() => pick(path)}
    >
      <img src={path} alt="" width="48" height="48" referrerPolicy="no-referrer" />
    </button>
  );
  return (
    <div className="field">
      <p id="photo-label" className="field-label">
        Photo
      </p>
      <div className="cluster portraits" role="group" aria-labelledby="photo-label">
        {current &&
          !portraits.some((animal) => pathOf(animal) === current) &&
          portrait(current, "Your current photo")}
        {portraits.map((animal) => portrait(pathOf(animal), `The ${animal}`))}
        <button
          {...catchesEarlyClick}
          type="button"
          className="portraits-own"
          aria-pressed={isCustom}
          onClick={() => pick()}
        >
          Use my own
        </button>
      </div>
      {isCustom ? (
        <TextField
          label="Photo URL"
          name="photo"
          type="url"
          inputMode="url"
          autoComplete="photo"
          hint="Paste a link to a photo of you, starting with https://"
          error={error}
          value={customUrl}
          onChange={(event) => setCustomUrl(event.currentTarget.value)}
          required
        />
      ) : (
        <input type="hidden" name="photo" value={selected} />
      )}
    </div>
  );
}
