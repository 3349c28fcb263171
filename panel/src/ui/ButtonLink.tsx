import { Button } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

/** A link that begins an act, and looks like its button. */
export const ButtonLink = createLink(Button<"a">);
