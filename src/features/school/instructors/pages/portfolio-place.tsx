import { useEffect } from "react";
import { Button } from "../../../../ui/button.tsx";
import { TextField } from "../../../../ui/field.tsx";
import { PictureField } from "../../pictures/pages/picture-field.tsx";
import { maxPictureMegabytes } from "../../pictures/policy.ts";
import { usePictureUpload } from "../../pictures/pages/picture-upload.ts";
import { maxLength } from "../policy.ts";
import type { ShownPicture } from "./portfolio-strip.tsx";

export interface PortfolioPlace {
  readonly place: number;
  readonly present?: ShownPicture | undefined;
}

export interface PlaceHandle {
  readonly hasPicture: () => boolean;
  readonly address: () => Promise<string | undefined>;
}

interface PortfolioPlaceFieldProps extends PortfolioPlace {
  readonly number: number;
  readonly errors: { readonly picture: string | undefined; readonly description: string | undefined };
  readonly register: (place: number, handle: PlaceHandle | undefined) => void;
  readonly onPick: () => void;
  readonly onMoveUp: (() => void) | undefined;
  readonly onRemove: () => void;
}

export function PortfolioPlaceField(props: PortfolioPlaceFieldProps) {
  const { place, number, present, errors, register, onPick, onMoveUp, onRemove } = props;
  const upload = usePictureUpload(`picture-${place}`);
  useEffect(() => {
    const { step } = upload.state;
    const isPicked = step === "sending" || step === "uploaded";
    register(place, {
      hasPicture: () => isPicked || (present !== undefined && step === "none"),
      address: upload.address,
    });
  });
  useEffect(() => () => register(place, undefined), [place, register]);
  return (
    <li>
      <PictureField
        label={`Picture ${number}`}
        name={`picture-${place}`}
        title={present?.description ?? `Picture ${number}`}
        {...(present && { present: { src: present.image, picture: present.picture } })}
        upload={upload}
        onPick={onPick}
        error={errors.picture}
        hint={`JPEG, PNG, WebP or AVIF, up to ${maxPictureMegabytes} MB. Best size: at least 1600 pixels wide.`}
      />
      <div className="stack">
        <TextField
          label={`Description of picture ${number}`}
          name={`description-${place}`}
          autoComplete="off"
          hint={`For people who can’t see it, up to ${maxLength.description} characters`}
          error={errors.description}
          defaultValue={present?.description}
          required
        />
        <div className="cluster">
          {onMoveUp && (
            <Button look="quiet" size="small" onClick={onMoveUp}>
              Move earlier
              <span className="visually-hidden"> picture {number}</span>
            </Button>
          )}
          <Button look="quiet" size="small" onClick={onRemove}>
            Remove
            <span className="visually-hidden"> picture {number}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}
