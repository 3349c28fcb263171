import { Textarea, TextInput } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { t } from "../../strings/people";
import { once } from "../../ui/Acts";
import type { Draft } from "../../ui/drafts";
import { Edit, typed, type Version } from "../../ui/Edit";
import { objectOf, textOf } from "../../ui/json";

type User = Schemas["UserView"];
const NAMES = { name: t.name, email: t.eMail, attributes: t.attributes };
type Member = keyof typeof NAMES;

const draftOf = ({ name, email, attributes }: User): Draft<Member> => ({ name, email: email ?? "", attributes: textOf(attributes) });

const versionOf = ({ data, response }: { data?: { data: User }; response: Response }, before: User): Version<Member> =>
  ({ draft: draftOf(data?.data ?? before), revision: response.headers.get("ETag") ?? undefined });

/** Changes a person's name, address and attributes. */
export function EditPerson({ of, revision }: { of: User; revision?: string }) {
  const path = { user: of.id };
  return (
    <Edit of={{ draft: draftOf(of), revision }} lists={{}} names={NAMES} needs="iam:users.manage" title={t.changePerson} effect={() => t.conditionsReadAttributes}
      faults={({ attributes }) => { const { fault } = objectOf(attributes); return fault ? { attributes: fault } : {}; }}
      read={async () => versionOf(await api().GET("/api/iam/v1/users/{user}", { params: { path } }), of)}
      write={async ({ name, email, attributes }, over, key) => versionOf(await api().PATCH("/api/iam/v1/users/{user}", {
        params: { path, header: once(key, over) },
        body: { name: name.trim(), email: email.trim() || null, attributes: objectOf(attributes).value ?? {} },
      }), of)}>
      {(field) => (
        <>
          <TextInput required label={t.name} {...typed(field("name"))} />
          <TextInput label={t.eMail} {...typed(field("email"))} />
          <Textarea label={t.attributes} description={t.attributesAsJson} autosize minRows={1} {...typed(field("attributes"))} />
        </>
      )}
    </Edit>
  );
}
