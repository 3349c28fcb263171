import { createTheme, Modal, Tooltip } from "@mantine/core";

/** Colours are in theme.css: a style element at run time would need `unsafe-inline`. */
export const theme = createTheme({
  defaultRadius: "sm",
  fontFamily: "var(--panel-font)",
  cursorType: "pointer",
  components: {
    // The lock writes a style element, too; its class says all that is needed.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 0 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
  },
});
