import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../../ui/button.tsx";
import { closeOutside } from "../../../../ui/close-outside.ts";
import { catchesEarlyClick } from "../../../../ui/early-submit.ts";
import { Picture, type PictureSizes } from "../../../../ui/cover.tsx";
import { Icon } from "../../../../ui/icons.tsx";
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

export function PortfolioStrip({ pictures }: { readonly pictures: readonly ShownPicture[] }) {
  const [shown, setShown] = useState<ShownPicture>();
  // Stays mounted: a late close event would unmount the next dialog.
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => closeOutside(dialog.current), []);
  return (
    <>
      <div className="portfolio">
        {rowsOf(pictures).map((row) => (
          <ul role="list" key={row[0]?.image} className="portfolio-row">
            {row.map((item) => (
              <li key={item.image}>
                <button
                  {...catchesEarlyClick}
                  type="button"
                  aria-haspopup="dialog"
                  onClick={() => {
                    setShown(item);
                    dialog.current?.showModal();
                  }}
                >
                  <span className="crop portfolio-picture">
                    <Picture
                      src={item.image}
                      picture={item.picture}
                      title={item.description}
                      alt={item.description}
                      sizes="(width <= 40em) calc(100vw - 32px), 46vw"
                    />
                  </span>
                  <span className="visually-hidden">, open the whole picture</span>
                </button>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <dialog ref={dialog} className="portfolio-whole" aria-label={shown?.description}>
        {shown && (
          <figure key={shown.image}>
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
            <figcaption dir="auto">{shown.description}</figcaption>
          </figure>
        )}
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </IconButton>
      </dialog>
    </>
  );
}
