import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { May } from "./May";
import { Page, Section } from "./parts";

interface Props {
  title: string;
  /** The words on the button that opens the form, and above the form. */
  label: string;
  needs: string;
  form: ReactNode;
  /** A link led here to the form, with something in it. */
  filled?: boolean;
  children: ReactNode;
}

/** A page of a list. The form that makes another entry opens by a button, so that the list is seen first. */
export function ListPage({ title, label, needs, form, filled = false, children }: Props) {
  const [open, setOpen] = useState(filled);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open && !filled) place.current?.querySelector("input")?.focus();
  }, [open]);
  return (
    <Page title={title} aside={
      <May needs={needs}>
        <Button size="compact-md" variant={open ? "default" : undefined} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>{label}</Button>
      </May>
    }>
      {open && <May needs={needs}><div id={id} ref={place}><Section title={label}>{form}</Section></div></May>}
      {children}
    </Page>
  );
}
