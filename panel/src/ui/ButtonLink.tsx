import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** A link that begins an act, and looks like its button. */
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>) => <Button component="a" {...props} />);
