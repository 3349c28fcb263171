import { Button, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/ask";
import { typed as changed } from "../../ui/Edit";
import { ErrorNote } from "../../ui/ErrorNote";
import { KeyInput, SubjectInput } from "../../ui/KeyInput";
import { Empty, Page, Section, When } from "../../ui/parts";
import { keysOf, meantKey, meantSubject } from "../../ui/suggestions";
import { AnswerView } from "./AnswerView";
import { Others } from "./Others";
import { type CheckBody, type Faults, toBody, type Typed } from "./question";

/** A question to the decision point, and why the answer is as it is. */
export function AskPage() {
  const search = useSearch({ from: "/ask" });
  const asked: Typed = { subject: "", permission: "", resource: "", context: "", ...search };
  const question = toBody(asked).body;
  return (
    <Page title={t.ask}>
      <p className="quiet" style={{ margin: "-8px 0 0" }}>{t.maySomeoneDoSomething}</p>
      {/* A link with another question begins with that one. */}
      <Form key={JSON.stringify(asked)} asked={asked} />
      {question ? (
        <>
          <Answer key={`answer ${JSON.stringify(question)}`} to={question} />
          <Others key={`others ${JSON.stringify(question)}`} asked={question} />
        </>
      ) : (
        <Section title={t.answer}>
          <Empty title={t.askQuestionSeeIts}>{t.answerShowsPathFrom}</Empty>
        </Section>
      )}
    </Page>
  );
}

function Form({ asked }: { asked: Typed }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(asked);
  const [faults, setFaults] = useState<Faults>({});
  const entry = (name: keyof Typed) => ({
    value: typed[name],
    error: faults[name],
    onValue: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  const permissions = useQuery(keysOf("permission"));
  const about = permissions.data?.find(({ value }) => value === typed.permission.trim())?.about;
  const ask = async () => {
    const meant = { ...typed, subject: await meantSubject(typed.subject), permission: await meantKey("permission", typed.permission) };
    setTyped(meant);
    const read = toBody(meant);
    setFaults(read.faults);
    if (!read.body) return;
    // The address stays as it is: nothing else would ask again.
    if (JSON.stringify(meant) === JSON.stringify(asked)) void queries.refetchQueries({ queryKey: ["ask"], type: "active" });
    else void navigate({ to: "/ask", search: meant });
  };
  return (
    <Section title={t.question}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
        className="fields"
      >
        <SubjectInput label={t.who} description={t.byName} placeholder={t.annArberOrUser} withAsterisk autoFocus={!asked.subject} {...entry("subject")} />
        <KeyInput kind="permission" label={t.permission} description="application:permission" placeholder="warehouse:stock.read" withAsterisk {...entry("permission")} />
        <KeyInput kind="resource" label={t.resource} description={about ? t.permissionNeedsOne(about) : t.onlyWhereAboutOne} withAsterisk={about !== undefined} placeholder="document:stocktaking" {...entry("resource")} />
        <Textarea label={t.context} description={t.whatConditionsReadAs} placeholder={t.quantity5} rows={1} {...changed(entry("context"))} />
        <div style={{ gridColumn: "1 / -1" }}><Button type="submit">{t.ask}</Button></div>
      </form>
    </Section>
  );
}

function Answer({ to }: { to: CheckBody }) {
  const { history } = useRouter();
  // Of this entry of the browser's history: going back shows its answer, and a link asks anew.
  const [entry] = useState(() => history.location.state.__TSR_key);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ["ask", entry, to],
    queryFn: async () => (await body(api().POST("/api/iam/v1/decisions/explain", { body: to }))).data,
    // Each question is a record in the decision log: it is asked again only when a person asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Section title={t.answer} aside={
      <span style={{ display: "flex", gap: 10, alignItems: "center" }}>
        {data && <span className="quiet">{t.asked} <When at={dataUpdatedAt} /></span>}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>{t.askAgain}</Button>
      </span>
    }>
      <div aria-live="polite">
        {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : data ? <AnswerView asked={to} answer={data} /> : <p className="quiet">{isFetching ? t.askingDots : ""}</p>}
      </div>
    </Section>
  );
}
