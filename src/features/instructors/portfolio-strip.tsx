import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Picture, type PictureSizes } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icons.tsx";
import "./portfolio-strip.css";

export interface ShownPicture {
  readonly image: string;
  readonly description: string;
  readonly picture: PictureSizes | null;
}

function rowsOf(pictures: readonly ShownPicture[]): readonly (readonly ShownPicture[])[] {
  const first = pictures.length <= 3 ? pictures.length : Math.ceil(pictures.length / 2);
  return [pictures.slice(0, first), pictures.slice(first)].filter((row) => row.length > 0);
}

export function PortfolioStrip({ pictures }: { readonly pictures: readonly ShownPicture[] }): ReactNode {
  const [open, setOpen] = useState<ShownPicture>();
  return (
    <>
      <div className="portfolio">
        {rowsOf(pictures).map((row) => (
          <ul key={row[0]?.image} className="portfolio-row">
            {row.map((shown) => (
              <li key={shown.image}>
                <button type="button" aria-haspopup="dialog" onClick={() => setOpen(shown)}>
                  <span className="portfolio-picture">
                    <Picture
                      src={shown.image}
                      picture={shown.picture}
                      title={shown.description}
                      alt={shown.description}
                      sizes="(width <= 640px) calc(100vw - 32px), 46vw"
                    />
                  </span>
                  <span className="visually-hidden">, open the whole picture</span>
                </button>
              </li>
            ))}
          </ul>
        ))}
      </div>
      {open && <WholePicture shown={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface WholePictureProps {
  readonly shown: ShownPicture;
  readonly onClose: () => void;
}

function WholePicture({ shown, onClose }: WholePictureProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="portfolio-whole"
      aria-label={shown.description}
      closedby="any"
      onClose={onClose}
    >
      <figure>
        <span>
          <Picture
            src={shown.image}
            picture={shown.picture}
            title={shown.description}
            alt=""
            sizes="92vw"
            eager
          />
        </span>
        <figcaption>{shown.description}</figcaption>
      </figure>
      <IconButton label="Close" onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </IconButton>
    </dialog>
  );
}
