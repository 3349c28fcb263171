import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { ApiError } from "../../api/problem";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { KeyInput, SubjectInput } from "../../ui/KeyInput";
import { Page, Section } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { count } from "../../ui/words";
import { type Body, type Faults, toBody, type Typed } from "./form";
import { PreviewView } from "./PreviewView";

/** A grant in two steps: its preview, then its confirmation. */
export function NewGrantPage() {
  const search = useSearch({ from: "/grants/new" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>({
    subject: search.subject ?? "", privilege_type: search.kind === "permission" ? "permission" : "role", privilege_key: search.key ?? "",
    effect: "permit", resource: "", condition: "", valid_until: "", justification: "",
  });
  const [faults, setFaults] = useState<Faults>({});
  const [confirming, setConfirming] = useState<Body>();
  const preview = useMutation({
    mutationFn: async (asked: Body) => (await body(api().POST("/api/iam/v1/grants/preview", { body: asked }))).data,
  });
  /** What the service says of a field. */
  const told = (name: string) => preview.error instanceof ApiError ? preview.error.problem.errors?.[name]?.join(", ") : undefined;
  const entry = (name: keyof Typed) => ({
    value: typed[name],
    error: faults[name] ?? told(name),
    onValue: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      // A preview is of the form as it was.
      preview.reset();
    },
  });
  const field = (name: keyof Typed) => {
    const { onValue, ...rest } = entry(name);
    return { ...rest, onChange: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value) };
  };
  const see = () => {
    const read = toBody(typed);
    setFaults(read.faults);
    if (read.body) preview.mutate(read.body);
  };
  return (
    <Page title="New grant" aside={<Link to="/grants">All grants</Link>}>
      <Section title="Who gets what">
        <form onSubmit={(event) => { event.preventDefault(); see(); }}
          className="fields">
          <SubjectInput required label="Who" description="By name" placeholder="Ann Arber, or user:ann" {...entry("subject")} />
          <NativeSelect label="Kind" description="A role holds permissions" data={["role", "permission"]} {...field("privilege_type")} />
          <KeyInput kind={typed.privilege_type === "role" ? "role" : "permission"} required label="Role or permission" description="application:name" placeholder="warehouse:clerk" {...entry("privilege_key")} />
          <TextInput label="Why" description="The record keeps it" {...field("justification")} />
          <details style={{ gridColumn: "1 / -1" }}>
            <summary>Limits: a resource, a condition, an end, or a denial instead</summary>
            <div className="fields" style={{ marginTop: 12 }}>
              <TextInput label="Resource" description="Empty: on all" placeholder="document:stocktaking" {...field("resource")} />
              <TextInput label="Condition" description="Empty: always" placeholder="context.quantity <= 10" {...field("condition")} />
              <TextInput type="datetime-local" label="Until" description="Empty: no end" {...field("valid_until")} />
              <NativeSelect label="Effect" description="A denial outweighs every permit" data={["permit", "deny"]} {...field("effect")} />
            </div>
          </details>
          <div style={{ gridColumn: "1 / -1" }}><Button type="submit" variant="default" loading={preview.isPending}>Preview</Button></div>
        </form>
      </Section>
      <div aria-live="polite" style={{ display: "contents" }}>
        {preview.error && <ErrorNote error={preview.error} onRetry={see} />}
        {preview.data && (
          <Section title="What it would change" aside={<Button size="compact-md" onClick={() => setConfirming(preview.variables)}>Grant…</Button>}>
            <PreviewView of={preview.data} />
          </Section>
        )}
      </div>
      {confirming && (
        <Confirm title="Make this grant?" act="Grant" onClose={() => setConfirming(undefined)}
          onConfirm={async ({ key }) => {
            await api().POST("/api/iam/v1/grants", { body: confirming, params: { header: { "Idempotency-Key": key } } });
            await queries.invalidateQueries({ queryKey: ["grants"] });
            await navigate({ to: "/grants", search: { subject: confirming.subject } });
          }}>
          <strong><Subject of={confirming.subject} /></strong> {confirming.effect === "deny" ? "is denied" : "gets"} the {confirming.privilege_type} <strong className="mono">{confirming.privilege_key}</strong>
          {confirming.resource && <> on <span className="mono">{confirming.resource}</span></>} at once. {preview.data && `${count(preview.data.changes.length, "permission")} ${preview.data.changes.length === 1 ? "changes" : "change"} for this subject.`}
        </Confirm>
      )}
    </Page>
  );
}
