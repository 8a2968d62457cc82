import type { ReactNode } from "react";
import { formatPrice } from "../../../../ui/price.tsx";
import type { NewsletterDraft } from "./manage-newsletter-page.tsx";

export function NewsletterPreview({ draft }: { readonly draft: NewsletterDraft }): ReactNode {
  const { subject, classes, moreClasses, text } = draft;
  return (
    <>
      <p className="newsletter-subject">
        <span>Subject</span> {subject}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to */}
      <div className="newsletter-sheet" role="region" aria-label="The email" tabIndex={0}>
        <p className="newsletter-sheet-head">Senga</p>
        <ul role="list">
          {classes.map(({ _id, className, instructorName, level, price }) => (
            <li key={_id}>
              <img src={`/share/class/${_id}.png`} alt="" width="1200" height="630" loading="lazy" />
              <h3 className="card-title">{className}</h3>
              <p>
                with {instructorName} · {level} · {formatPrice(price)}
              </p>
            </li>
          ))}
        </ul>
        {moreClasses > 0 && <p>Plus a button: See {moreClasses} more</p>}
      </div>
      <details className="newsletter-text">
        <summary>Plain-text version</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </>
  );
}
