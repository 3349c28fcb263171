import { Button, Input, TextInput } from "@mantine/core";
import { useId, useRef } from "react";
import { t } from "../strings/ui";
import type { Field } from "./Edit";
import type { Suggestion } from "./suggestions";

interface Props extends Field {
  label: string;
  description?: string;
  /** What the two texts of a pair are. */
  heads: readonly [string, string];
  placeholders: readonly [string, string];
  /** The verb on the button. */
  add: string;
  /** Suggested for the second text. */
  suggested?: readonly Suggestion[];
}

/** Texts in pairs; the value has a pair a line, with a tab between its texts. */
export function Pairs({ label, description, heads, placeholders, add, suggested, value, error, onValue }: Props) {
  const id = useId();
  const adding = useRef<HTMLButtonElement>(null);
  const pairs = pairsOf(value);
  const put = (next: readonly (readonly [string, string])[]) => onValue(next.map((pair) => pair.join("\t")).join("\n"));
  const remove = (at: number) => {
    put(pairs.filter((_, i) => i !== at));
    adding.current?.focus();
  };
  return (
    <div role="group" aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      {description && <Input.Description component="div">{description}</Input.Description>}
      {pairs.map((pair, at) => (
        // By its place: its texts change while a person types.
        <div className="pair" key={at}>
          {([0, 1] as const).map((side) => (
            <TextInput key={side} size="xs" aria-label={`${heads[side]} ${at + 1}`} placeholder={placeholders[side]} value={pair[side]} list={side === 1 && suggested ? id : undefined} autoComplete="off"
              autoFocus={side === 0 && pair.join("") === ""}
              onChange={(event) => put(pairs.map((each, i) => i === at ? (side === 0 ? [event.currentTarget.value, each[1]] : [each[0], event.currentTarget.value]) : each))} />
          ))}
          <Button size="compact-xs" variant="default" aria-label={t.removeOf(`${label} ${at + 1}`)} onClick={() => remove(at)}>{t.remove}</Button>
        </div>
      ))}
      <datalist id={id}>{suggested?.map((each) => <option key={each.value} value={each.value}>{each.label}</option>)}</datalist>
      <Button ref={adding} mt={6} size="compact-xs" variant="default" onClick={() => put([...pairs, ["", ""]])}>{add}</Button>
      {error && <Input.Error component="div" mt={4} role="alert">{error}</Input.Error>}
    </div>
  );
}

export function pairsOf(value: string): [string, string][] {
  return value === "" ? [] : value.split("\n").map((line) => {
    const [first = "", second = ""] = line.split("\t");
    return [first, second];
  });
}
