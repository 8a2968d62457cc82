import { data } from "react-router";
import notFoundArt from "../../../art/drawings/not-found.svg?url";
import { ButtonLink } from "../../ui/button.tsx";
import "./error-page.css";

export const loader = () => data(null, { status: 404 });

export const meta = () => [{ title: "404 Not Found" }, { name: "robots", content: "noindex" }];

export default function NotFoundPage() {
  return (
    <div className="wrap columns lost">
      <img
        src={notFoundArt}
        width="1200"
        height="760"
        alt="A black cat walks away from a manga page after tipping the ink bottle over it"
      />
      <div>
        <h1 tabIndex={-1}>
          ERROR
          <br />
          404
        </h1>
        <p className="lede">The cat got to this page before you did.</p>
        <ButtonLink to="/">BACK TO HOME</ButtonLink>
      </div>
    </div>
  );
}
