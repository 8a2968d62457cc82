import type { ReactNode } from "react";
import { DrawnIcon } from "../../../../ui/icons.tsx";

export const MailIcon = (): ReactNode => <DrawnIcon drawing="M2.5 5h19v14h-19Zm0 1.5 9.5 7 9.5-7" />;
