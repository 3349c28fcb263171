import { createTheme } from "@mantine/core";

/** Colours are in theme.css: a style element at run time would need `unsafe-inline`. */
export const theme = createTheme({
  defaultRadius: "sm",
  fontFamily: "var(--panel-font)",
  cursorType: "pointer",
});
