import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../strings/ui";
import { BELOW, SubjectInput } from "./KeyInput";
import { subjectFault } from "./subjects";
import { meantSubject } from "./suggestions";

export interface Filter {
  name: string;
  label: string;
  placeholder?: string;
  /** Suggests people, groups and service accounts. */
  subject?: boolean;
  /** The values to choose from; without them a text. */
  choices?: readonly string[];
  /** The value that a text means; undefined where it means none. */
  meant?: (text: string) => string | undefined;
  /** The words for a text that means nothing. */
  fault?: (text: string) => string;
  /** The text for a value; without it the value. */
  shown?: (value: string) => string;
}

type Values = Record<string, string | undefined>;

/** The filters of a list; they are in the address, so that a link shows the same list. */
export function Filters({ filters }: { filters: Filter[] }) {
  const navigate = useNavigate();
  const search: Values = useSearch({ strict: false });
  return <Form key={JSON.stringify(search)} filters={filters} values={search} onChange={(values) => void navigate({ to: ".", search: { ...search, ...values } as never })} />;
}

function Form({ filters, values, onChange }: { filters: Filter[]; values: Values; onChange: (values: Values) => void }) {
  const [typed, setTyped] = useState(() => Object.fromEntries(filters.map(({ name, shown = (value) => value }) => [name, shown(values[name] ?? "")])));
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});
  const write = (name: string) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const put = (name: string) => (event: { currentTarget: { value: string } }) => write(name)(event.currentTarget.value);
  /** The values, with the subjects and others that words mean. */
  const meant = async (): Promise<Values> => Object.fromEntries(await Promise.all(filters.map(async ({ name, subject, meant: means }) => {
    const value = (typed[name] ?? "").trim();
    return [name, subject ? await meantSubject(value) : means && value ? means(value) : value] as const;
  })));
  const send = async () => {
    const sent = await meant();
    const found = Object.fromEntries(filters.map(({ name, subject, fault }) => {
      const value = (typed[name] ?? "").trim();
      return [name, !value ? undefined : subject ? subjectFault(sent[name] ?? "") : sent[name] === undefined ? fault?.(value) : undefined];
    }));
    setFaults(found);
    if (Object.values(found).every((fault) => fault === undefined)) onChange(sent);
  };
  return (
    <form
      className="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {filters.map((filter) =>
        filter.choices ? (
          <NativeSelect key={filter.name} size="xs" label={filter.label} value={typed[filter.name] ?? ""} onChange={put(filter.name)}
            data={[{ value: "", label: t.all }, ...filter.choices.map((value) => ({ value, label: value.replaceAll("_", " ") }))]} />
        ) : filter.subject ? (
          <SubjectInput inputWrapperOrder={BELOW} key={filter.name} size="xs" label={filter.label} placeholder={filter.placeholder} error={faults[filter.name]} value={typed[filter.name] ?? ""} onValue={write(filter.name)} />
        ) : (
          <TextInput key={filter.name} size="xs" label={filter.label} placeholder={filter.placeholder} error={faults[filter.name]} value={typed[filter.name] ?? ""} onChange={put(filter.name)} />
        ),
      )}
      <Button type="submit" size="xs" variant="default">{t.filter}</Button>
    </form>
  );
}
