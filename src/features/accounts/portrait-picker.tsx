import type { ReactNode } from "react";

/** Portraits that anyone may take who has no picture of their own to link to. */
const portraits = ["bunny", "cat", "fox", "frog", "ghost", "onigiri", "robot"] as const;

interface PortraitPickerProps {
  readonly chosen: string;
  readonly onChoose: (address: string) => void;
}

/** Fills the photo field with the address of one of our own portraits. */
export function PortraitPicker({ chosen, onChoose }: PortraitPickerProps): ReactNode {
  return (
    <>
      <p>The address of a picture of you. Or take one of our portraits:</p>
      <div className="portraits" role="group" aria-label="Our portraits">
        {portraits.map((animal) => {
          const path = `/drawings/portrait-${animal}.svg`;
          return (
            <button
              key={animal}
              type="button"
              aria-pressed={chosen === path}
              aria-label={`The ${animal}`}
              onClick={() => onChoose(path)}
            >
              <img src={path} alt="" width="48" height="48" loading="lazy" />
            </button>
          );
        })}
      </div>
    </>
  );
}
