import { api, body } from "../api/client";
import { queries } from "../app/queries";
import { t } from "../strings/ui";
import { short } from "./Subject";
import { subjectOf } from "./subjects";

/** A value to choose, and its name. */
export interface Suggestion {
  value: string;
  label: string;
  /** It is kept for the history, and cannot be given. */
  retired?: boolean;
  /** The type of the resource that a permission is about. */
  about?: string;
}

const MOST = 20;
const PAGE = 100;
/** So many pages are read; a longer list is typed. */
const MOST_PAGES = 3;

/** The name or the key that a person has typed so far, without the type before it. */
export const wanted = (typed: string) => typed.replace(/^[a-z_]*:/, "").trim();

/** People, and the first groups and service accounts, whose name, address or id holds a text. */
export async function subjectsByName(typed: string): Promise<Suggestion[]> {
  const q = wanted(typed);
  const [found, ...others] = await Promise.all([people(q), queries.fetchQuery(GROUPS).catch(none), once(t.serviceAccounts, accounts)]);
  return [...found, ...others.flat().filter((each) => holds(each, q)).slice(0, MOST)];
}

const GROUPS = { queryKey: ["suggest", "groups"], queryFn: groups, staleTime: 60_000, retry: false };

/** What a person may not read is not suggested. */
const none = () => [] as Suggestion[];

/** Groups whose name holds a text. */
export const groupsByName = async (q: string) => (await queries.fetchQuery(GROUPS)).filter((each) => holds(each, q));

/** Roles whose name or key holds a text. */
export const rolesByName = async (q: string) => (await queries.fetchQuery(keysOf("role"))).filter((each) => holds(each, q));

const once = (kind: string, queryFn: () => Promise<Suggestion[]>) =>
  queries.fetchQuery({ queryKey: ["suggest", kind], queryFn, staleTime: 60_000, retry: false }).catch(none);

async function people(q: string): Promise<Suggestion[]> {
  const read = body(api().GET("/api/iam/v1/users", { params: { query: { q: q || undefined, limit: MOST } } }));
  return read.then(({ data }) => data.map((each) => ({ value: `user:${each.external_id ?? each.id}`, label: each.name })), none);
}

async function groups(): Promise<Suggestion[]> {
  return (await groupPages()).map((each) => ({ value: `group:${each.id}`, label: each.name }));
}

const groupPages = () => pages((cursor) => body(api().GET("/api/iam/v1/groups", { params: { query: { limit: PAGE, cursor } } })));

export async function groupsByKey(): Promise<Suggestion[]> {
  return (await groupPages()).flatMap((each) => each.key ? [{ value: each.key, label: each.name }] : []);
}

async function accounts(): Promise<Suggestion[]> {
  const all = await pages((cursor) => body(api().GET("/api/iam/v1/service-accounts", { params: { query: { limit: PAGE, cursor } } })));
  return all.map((each) => ({ value: `service_account:${each.id}`, label: each.name }));
}

/** A text that is a key by its looks: no name may stand for it, or in its place. */
const KEY = /^\S+:\S+$/;

/** Letters such as those of Arabic have a direction without these, which would turn what follows a name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text of a field for a value: its name, but for one that looks like a key, which would be taken for that of another. */
export const shownOf = (value: string, called?: string | null) => called && !KEY.test(called.trim()) ? called : value;

/** The name of a value, where it has one of its own. */
export const nameIn = (all: readonly Suggestion[], value: string) =>
  all.find((each) => each.value === value.trim() && each.label !== each.value)?.label;

/** The text of a suggestion in a list: its name, and its value, as several may have one name. Not every browser shows a label beside it. */
export const optionOf = ({ value, label }: Suggestion) => label === value ? value : `${label.replace(TURNS, "")} (${short(value)})`;

/** The value that a text of the list stands for; the text itself where it is none of these, or several. */
export const valueOf = (all: readonly Suggestion[], text: string) => only(all.filter((each) => optionOf(each) === text))?.value ?? text;

const only = (all: readonly Suggestion[]) => all.length === 1 ? all[0] : undefined;

const bearers = (found: readonly Suggestion[], name: string) => found.filter(({ label }) => label.toLowerCase() === name.trim().toLowerCase());

/** Whether a text may be the name of someone. A reference means itself, whatever others are called. */
const isName = (text: string) => text.trim() !== "" && !subjectOf(text) && !KEY.test(text.trim());

/** The only bearer of a whole name. Where many are found, more may be left. */
export const bearerOf = (found: readonly Suggestion[], name: string): Suggestion | undefined =>
  isName(name) && found.length < MOST ? only(bearers(found, name)) : undefined;

/** The only one that a name means: the bearer of the whole name, or else the only one that was found. */
export const soleOf = (found: readonly Suggestion[], name: string): Suggestion | undefined =>
  bearerOf(found, name) ?? (isName(name) ? only(found) : undefined);

/** The subject that a text means: itself where it is a reference or not clear. */
export async function meantSubject(text: string): Promise<string> {
  const typed = text.trim();
  return !typed || subjectOf(typed) ? typed : (soleOf(await subjectsByName(typed), typed)?.value ?? typed);
}

const KEYS = { permission: permissionsByKey, role: rolesByKey, privilege: privileges, resource: resources };

/** Reads the keys of a kind, once for all fields of a moment. */
export const keysOf = (kind: keyof typeof KEYS) =>
  ({ queryKey: ["suggest", kind], queryFn: KEYS[kind], staleTime: 60_000, retry: false });

/** The key of a kind that a text means, as `keyOf`; the text where none can be read. */
export const meantKey = (kind: keyof typeof KEYS, text: string): Promise<string> =>
  queries.fetchQuery(keysOf(kind)).then((all) => keyOf(all, text), () => text);

export function holds({ value, label }: Suggestion, q: string): boolean {
  const text = q.toLowerCase();
  return value.toLowerCase().includes(text) || label.toLowerCase().includes(text);
}

/**
 * The key that a text means: itself where it is one, or looks like one; else its name, or its last
 * part, where only one has it; else the only one that holds a word. Else the text.
 */
export function keyOf(all: readonly Suggestion[], text: string): string {
  const typed = text.trim();
  if (all.some(({ value }) => value === typed)) return typed;
  const wantedKey = typed.toLowerCase();
  if (!wantedKey || KEY.test(typed)) return text;
  const whole = all.filter(({ value, label }) => label.toLowerCase() === wantedKey || value.toLowerCase().endsWith(`:${wantedKey}`));
  return only(whole.length > 0 ? whole : all.filter((each) => holds(each, wantedKey)))?.value ?? text;
}

/** A list as far as it is read: a key that is not in it would be taken for a part of another. */
async function pages<T>(read: (cursor?: string) => Promise<{ data: T[]; next_cursor?: string | null }>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, next_cursor } = await read(cursor);
    all.push(...data);
    cursor = next_cursor ?? undefined;
    if (!cursor) break;
  }
  return all;
}

/** Objects of the first relations that are stored. */
export async function resources(): Promise<Suggestion[]> {
  const { data } = await body(api().GET("/api/iam/v1/relations", { params: { query: { limit: PAGE } } }));
  return [...new Set(data.map(({ object }) => object))].map((value) => ({ value, label: value }));
}

export async function rolesByKey(): Promise<Suggestion[]> {
  const all = await pages((cursor) => body(api().GET("/api/iam/v1/roles", { params: { query: { limit: PAGE, cursor } } })));
  return all.map((role) => ({ value: role.key, label: role.label, retired: role.status === "deprecated" }));
}

/** Roles and permissions, for a field that takes both. */
export async function privileges(): Promise<Suggestion[]> {
  const [roles, permissions] = await Promise.all((["role", "permission"] as const).map((kind) => queries.fetchQuery(keysOf(kind)).catch(none)));
  return [...(roles ?? []).filter(({ retired }) => !retired), ...(permissions ?? [])];
}

/** Permissions of applications before those of the control plane, which are asked for less. */
export async function permissionsByKey(): Promise<Suggestion[]> {
  const read = await pages((cursor) => body(api().GET("/api/iam/v1/policies-wizard/permissions", { params: { query: { limit: PAGE, cursor } } })));
  const all = read.map((each) => ({ value: each.key, label: each.label ?? each.key, about: each.resource ?? undefined }));
  return [...all.filter(({ value }) => !value.startsWith("iam:")), ...all.filter(({ value }) => value.startsWith("iam:"))];
}
