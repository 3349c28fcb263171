import { Button, NativeSelect, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { ApiError } from "../api/problem";
import { readAgain } from "../app/queries";
import { t } from "../strings/ui";
import { told } from "./drafts";
import { ErrorNote } from "./ErrorNote";
import { BELOW, SubjectInput } from "./KeyInput";
import { Note } from "./parts";
import { meantSubject } from "./suggestions";

export interface Entry {
  /** The member of the request. */
  name: string;
  label: string;
  /** The rule of the field, below it. */
  description?: string;
  placeholder?: string;
  required?: boolean;
  /** What stands there at first, until it is done. */
  first?: string;
  /** The values to choose from, the first of them at the beginning; without them a text. */
  choices?: readonly { value: string; label: string }[];
  /** Takes several, one a line. */
  lines?: boolean;
  /** Asks for a day. */
  date?: boolean;
  /** Suggests people, groups and service accounts; the text is a reference such as `user:ann`. */
  subject?: boolean;
  /** Texts that may stand there, after what is typed so far. */
  suggested?: (text: string) => readonly string[];
  /** The fault of a text, if it has one. */
  fault?: (text: string) => string | undefined;
}

interface Props<N extends string, R> {
  entries: readonly (Entry & { name: N })[];
  /** The verb on the button. */
  act: string;
  run: (values: Record<N, string>, key: string) => Promise<R>;
  /** The name of what was made, which leads to its page if it has one. */
  named?: (made: R) => ReactNode;
}

/** A line of entries that makes something; empties itself when it is done. */
export function EntryForm<N extends string, R>({ entries, act, run, named }: Props<N, R>) {
  const empty = () => Object.fromEntries(entries.map((entry) => [entry.name, entry.choices?.[0]?.value ?? ""])) as Record<N, string>;
  const [values, setValues] = useState<Record<N, string>>(() => ({ ...empty(), ...Object.fromEntries(entries.flatMap(({ name, first }) => first ? [[name, first]] : [])) }));
  // One key for an act: until it is done, or the form says something else.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [said, setSaid] = useState<ReactNode>();
  const made = useMutation({
    mutationFn: (meant: Record<N, string>) => run(Object.fromEntries(entries.map(({ name }) => [name, meant[name].trim()])) as Record<N, string>, key),
    onSuccess: async (made) => {
      setSaid(named?.(made));
      setValues(empty());
      setKey(crypto.randomUUID());
      await readAgain();
    },
  });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const send = async () => {
    const meant = { ...values };
    // A name that was typed a moment ago may not have been looked up yet.
    for (const { name, subject } of entries) if (subject) meant[name] = await meantSubject(values[name]);
    setValues(meant);
    const found = Object.fromEntries(entries.map(({ name, fault }) => [name, fault?.(meant[name].trim())]).filter(([, fault]) => fault));
    setFaults(found);
    setSaid(undefined);
    if (Object.keys(found).length === 0) made.mutate(meant);
  };
  const refused = made.error instanceof ApiError ? made.error.problem.errors : undefined;
  const field = ({ name, label }: Entry & { name: N }) => ({ label, size: "xs", value: values[name], error: faults[name] ?? told(refused, name) });
  const put = (name: N) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFaults(({ [name]: _, ...others }) => others);
    setKey(crypto.randomUUID());
    if (made.error) made.reset();
  };
  return (
    <form className="line-form" onSubmit={(event) => { event.preventDefault(); void send(); }}>
      {entries.map((entry) => {
        const changed = (event: { currentTarget: { value: string } }) => put(entry.name)(event.currentTarget.value);
        if (entry.choices) return <NativeSelect key={entry.name} {...field(entry)} onChange={changed} data={[...entry.choices]} />;
        const more = { required: entry.required, placeholder: entry.placeholder, description: entry.description, inputWrapperOrder: BELOW };
        if (entry.lines) return <Textarea key={entry.name} {...field(entry)} {...more} autosize minRows={1} onChange={changed} />;
        if (entry.suggested) return <Suggesting key={entry.name} {...field(entry)} {...more} texts={entry.suggested(values[entry.name])} onChange={changed} />;
        return entry.subject
          ? <SubjectInput key={entry.name} {...field(entry)} {...more} onValue={put(entry.name)} />
          : <TextInput key={entry.name} type={entry.date ? "date" : undefined} {...field(entry)} {...more} onChange={changed} />;
      })}
      <Button type="submit" size="xs" variant="default" loading={made.isPending}>{act}</Button>
      {made.error && <div className="whole"><ErrorNote error={made.error} doing="once" labels={Object.fromEntries(entries.map(({ name, label }) => [name, label]))} /></div>}
      {said && <div className="whole"><Note tone="allow" title={<>{said} {t.isMade}</>} /></div>}
    </form>
  );
}

/** A text whose possible continuations the browser lists. */
function Suggesting({ texts, ...rest }: TextInputProps & { texts: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <TextInput {...rest} list={id} autoComplete="off" />
      <datalist id={id}>{texts.map((text) => <option key={text} value={text} />)}</datalist>
    </div>
  );
}
