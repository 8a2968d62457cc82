import { data } from "react-router";
import NotFound from "./not-found.tsx";

export const loader = () => data(null, { status: 404 });

export const meta = () => [{ title: "404 Not Found" }, { name: "robots", content: "noindex" }];

export default function NotFoundPage() {
  return <NotFound />;
}
