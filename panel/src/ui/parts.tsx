import { Button, CopyButton, Skeleton } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../strings/ui";
import { exact, relative } from "./words";

/** A time in words, with the exact one at hand. */
export function When({ at }: { at: string | number }) {
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={exact(time.getTime())}>
      {relative(time.getTime(), Date.now())}
    </time>
  );
}

const SHAPES = { allow: "✓", deny: "✕", step: "▲", plain: "•" } as const;
export type Tone = keyof typeof SHAPES;

/** A status, by shape and word as well as by colour. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`mark ${tone}`}>
      <span aria-hidden="true">{SHAPES[tone]}</span>
      {children}
    </span>
  );
}

export function Note({ tone, title, children }: { tone: Tone; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={`note ${tone}`} role={tone === "deny" ? "alert" : "status"}>
      <p>{title}</p>
      {children}
    </div>
  );
}

/** A figure that leads to its list. */
export function Figure(props: { label: string; value?: string; note?: ReactNode; to?: LinkProps["to"]; search?: object }) {
  const inside = (
    <dl style={{ margin: 0 }}>
      <dt>{props.label}</dt>
      <dd>
        {props.value === undefined ? <Skeleton height={32} width={72} /> : <span>{props.value}</span>}
        {props.note !== undefined && <small>{props.note}</small>}
      </dd>
    </dl>
  );
  return props.to ? (
    <Link className="figure" to={props.to} search={props.search as never}>
      {inside}
    </Link>
  ) : (
    <div className="figure">{inside}</div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div style={{ padding: "6px 0" }}>
      <strong>{title}</strong>
      <div className="quiet">{children}</div>
    </div>
  );
}

export function Copy({ text, label = t.copy }: { text: string; label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {copied ? t.copied : label}
        </Button>
      )}
    </CopyButton>
  );
}

export function Page({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="page">
      <title>{t.iamPanel(title)}</title>
      <div style={{ display: "flex", flexWrap: "wrap", gap: 12, justifyContent: "space-between", alignItems: "center" }}>
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <div style={{ display: "flex", flexWrap: "wrap", gap: 8, justifyContent: "space-between", alignItems: "center", marginBottom: 10 }}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
