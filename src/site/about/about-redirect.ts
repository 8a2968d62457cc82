import { redirect } from "react-router";

/** The dashboard's menu says About, as the first clients did; the page lives at /about-us. */
export const loader = () => redirect("/about-us", 301);
