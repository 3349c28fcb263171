import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ApiError } from "../api/problem";
import { t } from "../strings/ui";
import { Dialog } from "./Dialog";
import { told } from "./drafts";
import { ErrorNote } from "./ErrorNote";
import { SubjectInput } from "./KeyInput";

/** The choice of a person. */
export interface Choice {
  note: string;
  /**
   * The `Idempotency-Key` of the act: one for the life of the dialog, so that it happens once. A
   * refusal is not stored under a key, so a repetition after one is decided anew.
   */
  key: string;
}

/** A text that is asked for, with what stands there at first. */
export interface Asked {
  label: string;
  description?: string;
  required?: boolean;
  first?: string;
  /** The member of the request, whose refusal stands at the field. */
  member?: string;
  /** Suggests people. */
  subject?: boolean;
}

interface Props {
  title: string;
  /** The effect of the act, in words. */
  children: ReactNode;
  act: string;
  cancel?: string;
  /** Takes access away, or cannot be undone. */
  destructive?: boolean;
  /** Asks for a text. */
  note?: Asked;
  /** The act cannot be sent with a key. */
  keyless?: boolean;
  onClose: () => void;
  onConfirm: (choice: Choice) => Promise<unknown>;
}

/** Says the effect of an act, and asks. Closes when it is done; a refusal stays to be read. */
export function Confirm({ title, onClose, ...rest }: Props) {
  return (
    <Dialog opened title={title} onClose={onClose}>
      <Content onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Content({ children, act, cancel = t.cancel, destructive, note, keyless, onClose, onConfirm }: Omit<Props, "title">) {
  const [text, setText] = useState(note?.first ?? "");
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm({ note: text.trim(), key });
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void confirm(); }} style={{ display: "grid", gap: 12 }}>
      <div>{children}</div>
      {note?.subject ? (
        <SubjectInput label={note.label} description={note.description} required={note.required} value={text} onValue={setText} data-autofocus />
      ) : note && (
        <TextInput label={note.label} description={note.description} required={note.required} maxLength={note.first === undefined ? 500 : 4000}
          error={note.member && error instanceof ApiError ? told(error.problem.errors, note.member) : undefined}
          value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus />
      )}
      {error !== undefined && <ErrorNote error={error} doing={keyless ? "write" : "once"} labels={note && { "*": note.label }} />}
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
        <Button variant="default" onClick={onClose}>{cancel}</Button>
        <Button type="submit" color={destructive ? "red.9" : undefined} loading={busy} data-autofocus={note ? undefined : true}>{act}</Button>
      </div>
    </form>
  );
}
