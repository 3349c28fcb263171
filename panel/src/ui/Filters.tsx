import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../strings/ui";
import { SubjectInput } from "./KeyInput";

export interface Filter {
  name: string;
  label: string;
  placeholder?: string;
  /** Suggests people, groups and service accounts. */
  subject?: boolean;
  /** The values to choose from; without them a text. */
  choices?: readonly string[];
}

/** The filters of a list; they are in the address, so that a link shows the same list. */
export function Filters(props: { filters: Filter[]; values: Record<string, string | undefined>; onChange: (values: Record<string, string>) => void }) {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(props.values).map(([name, value]) => [name, value ?? ""])));
  const write = (name: string) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const put = (name: string) => (event: { currentTarget: { value: string } }) => write(name)(event.currentTarget.value);
  return (
    <form
      className="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onChange(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])));
      }}
    >
      {props.filters.map((filter) =>
        filter.choices ? (
          <NativeSelect key={filter.name} size="xs" label={filter.label} value={typed[filter.name] ?? ""} onChange={put(filter.name)}
            data={[{ value: "", label: t.all }, ...filter.choices.map((value) => ({ value, label: value.replaceAll("_", " ") }))]} />
        ) : filter.subject ? (
          <SubjectInput key={filter.name} size="xs" label={filter.label} placeholder={filter.placeholder} value={typed[filter.name] ?? ""} onValue={write(filter.name)} />
        ) : (
          <TextInput key={filter.name} size="xs" label={filter.label} placeholder={filter.placeholder} value={typed[filter.name] ?? ""} onChange={put(filter.name)} />
        ),
      )}
      <Button type="submit" size="xs" variant="default">{t.filter}</Button>
    </form>
  );
}
