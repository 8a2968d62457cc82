import { type ReactNode, useState } from "react";
import { TextField } from "../../ui/field.tsx";

const portraits = ["cat", "bunny", "fox", "frog", "ghost", "onigiri", "robot"] as const;
const pathOf = (animal: (typeof portraits)[number]): string => `/drawings/portrait-${animal}.svg`;

interface PhotoFieldProps {
  readonly error: string | undefined;
  readonly onPick: () => void;
}

export function PhotoField({ error, onPick }: PhotoFieldProps): ReactNode {
  const [chosen, setChosen] = useState(pathOf("cat"));
  const [own, setOwn] = useState("");
  const [isOwn, setIsOwn] = useState(false);
  const pick = (portrait?: string): void => {
    setIsOwn(portrait === undefined);
    if (portrait) setChosen(portrait);
    onPick();
  };
  return (
    <div className="field">
      <p id="photo-label" className="field-label">
        Photo
      </p>
      <div className="portraits" role="group" aria-labelledby="photo-label">
        {portraits.map((animal) => {
          const path = pathOf(animal);
          return (
            <button
              key={animal}
              type="button"
              aria-pressed={!isOwn && chosen === path}
              aria-label={`The ${animal}`}
              onClick={() => pick(path)}
            >
              <img src={path} alt="" width="48" height="48" />
            </button>
          );
        })}
        <button type="button" className="portraits-own" aria-pressed={isOwn} onClick={() => pick()}>
          Use my own
        </button>
      </div>
      {isOwn ? (
        <TextField
          label="Photo URL"
          name="photo"
          type="url"
          inputMode="url"
          autoComplete="photo"
          hint="Paste a link to a photo of you, starting with https://"
          error={error}
          value={own}
          onChange={(event) => setOwn(event.currentTarget.value)}
          required
        />
      ) : (
        <input type="hidden" name="photo" value={chosen} />
      )}
    </div>
  );
}
