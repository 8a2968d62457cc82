import { redirect } from "react-router";

/** The dashboard menu links to /about, as the first clients did. */
export const loader = () => redirect("/about-us", 301);
