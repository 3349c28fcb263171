import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { t } from "../strings/ui";
import { useName } from "./Subject";
import { bearerOf, keyOf, keysOf, nameIn, optionOf, shownOf, soleOf, subjectsByName, type Suggestion, valueOf } from "./suggestions";

interface Props extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onValue: (value: string) => void;
}

const PAUSE = 250;
/** In a line of fields the key of a subject stands below, so that the fields stay level. */
export const BELOW: NonNullable<TextInputProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];
/** A reference that no person types, and a list of suggestions need not have. */
const FOREIGN = /^[a-z_]+:[0-9a-f]{8}-/;

/** Asks for a person, a group or a service account, and suggests them by name; the value is a reference such as `user:ann`. */
export function SubjectInput({ value, onValue, description, ...rest }: Props) {
  const [q] = useDebouncedValue(value.trim(), PAUSE);
  const found = useQuery({ queryKey: ["suggest", "subject", q], queryFn: () => subjectsByName(q), staleTime: 60_000, retry: false });
  const [names, setNames] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!found.data) return;
    setNames((before) => ({ ...before, ...Object.fromEntries(found.data.map((each) => [each.value, each.label])) }));
    // A name that is typed in full stands for its only bearer.
    const meant = bearerOf(found.data, q);
    if (meant && q === value.trim()) onValue(meant.value);
  }, [found.data, q]);
  const read = useName(FOREIGN.test(value) ? value.trim() : undefined);
  const guess = q === value.trim() ? soleOf(found.data ?? [], q) : undefined;
  const below = guess ? <button type="button" className="link" onClick={() => onValue(guess.value)}>{t.didYouMean} <bdi>{optionOf(guess)}</bdi>?</button> : description;
  return <Suggested value={value} onValue={onValue} of={found.data} called={names[value.trim()] ?? read} description={below} {...rest} />;
}

/** Asks for a permission, a role or a resource by its key, and suggests those that there are. */
export function KeyInput({ kind, ...rest }: Props & { kind: Parameters<typeof keysOf>[0] }) {
  const found = useQuery(keysOf(kind));
  const { value, onValue } = rest;
  const meant = (text: string) => keyOf(found.data ?? [], text);
  return <Suggested of={found.data} called={nameIn(found.data ?? [], value)} {...rest} onBlur={() => meant(value) !== value && onValue(meant(value))} />;
}

/** Shows the name of a value, and the whole value below it; while the value itself is typed it stays, and its name is below. */
function Suggested({ of = [], called, value, onValue, onBlur, description, ...rest }: Props & { of?: readonly Suggestion[]; called?: string | null }) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed === value ? value : shownOf(value, called);
  const below = !called ? description : shown === value ? <>→ <bdi>{called}</bdi></> : <bdi className="name">{value.trim()}</bdi>;
  return (
    <div>
      <TextInput {...rest} description={below} value={shown} list={id} autoComplete="off"
        onBlur={(event) => { setTyped(undefined); onBlur?.(event); }}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          onValue(valueOf(of, text));
        }} />
      <datalist id={id}>{of.map((each) => <option key={each.value} value={optionOf(each)} />)}</datalist>
    </div>
  );
}
