import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { setTheme, useTheme } from "./theme.ts";

export function ThemeToggle(): ReactNode {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Switch to the ${other} theme`} onClick={() => setTheme(other)}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </IconButton>
  );
}
