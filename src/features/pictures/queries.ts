import { pictures } from "./tables.ts";

/** The columns that a query joins to tell how a picture can be shown, for a left join on its address. */
export const pictureColumns = {
  width: pictures.width,
  height: pictures.height,
  widths: pictures.widths,
  placeholder: pictures.placeholder,
};
