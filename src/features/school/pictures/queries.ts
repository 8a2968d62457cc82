import { pictures } from "./tables.ts";

export const pictureColumns = {
  width: pictures.width,
  height: pictures.height,
  widths: pictures.widths,
  placeholder: pictures.placeholder,
};
