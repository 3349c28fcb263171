import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { t } from "../strings/ui";
import { Subject } from "./Subject";
import { subjectOf } from "./subjects";
import { keyOf, keysOf, soleOf, subjectsByName, type Suggestion } from "./suggestions";

interface Props extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onValue: (value: string) => void;
}

const PAUSE = 250;
/** In a line of fields the name of a subject stands below, so that the fields stay level. */
export const BELOW: NonNullable<TextInputProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

/** Asks for a person, a group or a service account, and suggests them by name; the value is a reference such as `user:ann`. */
export function SubjectInput({ value, onValue, description, ...rest }: Props) {
  const [q] = useDebouncedValue(value.trim(), PAUSE);
  const found = useQuery({ queryKey: ["suggest", "subject", q], queryFn: () => subjectsByName(q), staleTime: 60_000, retry: false });
  const [names, setNames] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!found.data) return;
    setNames((before) => ({ ...before, ...Object.fromEntries(found.data.map((each) => [each.value, each.label])) }));
    // A name that is typed in full stands for its only bearer.
    const meant = found.data.filter((each) => each.label.toLowerCase() === q.toLowerCase());
    if (q && meant.length === 1 && meant[0] && q === value.trim()) onValue(meant[0].value);
  }, [found.data, q]);
  const name = names[value.trim()];
  const who: ReactNode = name ? <bdi>{name}</bdi> : /^[a-z_]+:[0-9a-f]{8}-/.test(value) ? <Subject of={value.trim()} /> : undefined;
  const guess = q === value.trim() && !subjectOf(q) ? soleOf(found.data ?? [], q) : undefined;
  const below = who ? <>→ {who}</>
    : guess ? <button type="button" className="link" onClick={() => onValue(guess.value)}>{t.didYouMean} <bdi>{guess.label}</bdi>?</button>
    : description;
  return <Suggested value={value} onValue={onValue} of={found.data} description={below} {...rest} />;
}

/** Asks for a permission, a role or a resource by its key, and suggests those that there are. */
export function KeyInput({ kind, ...rest }: Props & { kind: Parameters<typeof keysOf>[0] }) {
  const found = useQuery(keysOf(kind));
  const { value, onValue } = rest;
  const meant = (text: string) => keyOf(found.data ?? [], text);
  return <Suggested of={found.data} {...rest} onBlur={() => meant(value) !== value && onValue(meant(value))} />;
}

function Suggested({ of, value, onValue, ...rest }: Props & { of?: readonly Suggestion[] }) {
  const id = useId();
  return (
    <div>
      <TextInput {...rest} value={value} list={id} autoComplete="off" onChange={(event) => onValue(event.currentTarget.value)} />
      <datalist id={id}>{of?.map((each) => <option key={each.value} value={each.value}>{each.label}</option>)}</datalist>
    </div>
  );
}
