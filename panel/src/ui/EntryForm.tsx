import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "../app/queries";
import { ErrorNote } from "./ErrorNote";
import { BELOW, SubjectInput } from "./KeyInput";

export interface Entry {
  name: string;
  label: string;
  placeholder?: string;
  required?: boolean;
  /** The values to choose from, the first of them at the beginning; without them a text. */
  choices?: readonly { value: string; label: string }[];
  /** Asks for a day. */
  date?: boolean;
  /** Suggests people, groups and service accounts; the text is a reference such as `user:ann`. */
  subject?: boolean;
  /** The fault of a text, if it has one. */
  fault?: (text: string) => string | undefined;
}

interface Props<N extends string> {
  entries: readonly (Entry & { name: N })[];
  /** The verb on the button. */
  act: string;
  run: (values: Record<N, string>, key: string) => Promise<unknown>;
}

/** A line of entries that makes something; empties itself when it is done. */
export function EntryForm<N extends string>({ entries, act, run }: Props<N>) {
  const empty = () => Object.fromEntries(entries.map((entry) => [entry.name, entry.choices?.[0]?.value ?? ""])) as Record<N, string>;
  const [values, setValues] = useState(empty);
  // One key for an act: until it is done, or the form says something else.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const made = useMutation({
    mutationFn: () => run(Object.fromEntries(entries.map(({ name }) => [name, values[name].trim()])) as Record<N, string>, key),
    onSuccess: async () => {
      setValues(empty());
      setKey(crypto.randomUUID());
      await readAgain();
    },
  });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const send = () => {
    const found = Object.fromEntries(entries.map(({ name, fault }) => [name, fault?.(values[name].trim())]).filter(([, fault]) => fault));
    setFaults(found);
    if (Object.keys(found).length === 0) made.mutate();
  };
  const field = ({ name, label }: Entry & { name: N }) => ({ label, size: "xs", value: values[name], error: faults[name] });
  const put = (name: N) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setKey(crypto.randomUUID());
  };
  return (
    <form className="line-form" onSubmit={(event) => { event.preventDefault(); send(); }}>
      {entries.map((entry) => {
        const changed = (event: { currentTarget: { value: string } }) => put(entry.name)(event.currentTarget.value);
        if (entry.choices) return <NativeSelect key={entry.name} {...field(entry)} onChange={changed} data={[...entry.choices]} />;
        const more = { required: entry.required, placeholder: entry.placeholder };
        return entry.subject
          ? <SubjectInput inputWrapperOrder={BELOW} key={entry.name} {...field(entry)} {...more} onValue={put(entry.name)} />
          : <TextInput key={entry.name} type={entry.date ? "date" : undefined} {...field(entry)} {...more} onChange={changed} />;
      })}
      <Button type="submit" size="xs" variant="default" loading={made.isPending}>{act}</Button>
      {made.error && <div className="whole"><ErrorNote error={made.error} doing="once" /></div>}
    </form>
  );
}
