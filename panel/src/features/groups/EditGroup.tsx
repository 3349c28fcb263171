import { Textarea, TextInput } from "@mantine/core";
import { api, type Item } from "../../api/client";
import { t } from "../../strings/groups";
import { once } from "../../ui/Acts";
import type { Draft } from "../../ui/drafts";
import { Edit, typed, type Version } from "../../ui/Edit";
import { objectOf, textOf } from "../../ui/json";

export type Group = Item<"/api/iam/v1/groups">;
const NAMES = { name: t.name, attributes: t.attributes };
type Member = keyof typeof NAMES;

const draftOf = ({ name, attributes }: Group): Draft<Member> => ({ name, attributes: textOf(attributes) });

const versionOf = ({ data, response }: { data?: { data: Group }; response: Response }, before: Group): Version<Member> =>
  ({ draft: draftOf(data?.data ?? before), revision: response.headers.get("ETag") ?? undefined });

/** Changes a group's name and attributes; its key stays. */
export function EditGroup({ of, revision }: { of: Group; revision?: string }) {
  const path = { group: of.id };
  return (
    <Edit of={{ draft: draftOf(of), revision }} lists={{}} names={NAMES} needs="iam:groups.manage" title={t.changeGroup} effect={() => t.membersStay}
      faults={({ attributes }) => { const { fault } = objectOf(attributes); return fault ? { attributes: fault } : {}; }}
      read={async () => versionOf(await api().GET("/api/iam/v1/groups/{group}", { params: { path } }), of)}
      write={async ({ name, attributes }, over, key) => versionOf(await api().PATCH("/api/iam/v1/groups/{group}", {
        params: { path, header: once(key, over) }, body: { name: name.trim(), attributes: objectOf(attributes).value ?? {} },
      }), of)}>
      {(field) => (
        <>
          <TextInput required label={t.name} {...typed(field("name"))} />
          <Textarea label={t.attributes} description={t.attributesAsJson} autosize minRows={1} {...typed(field("attributes"))} />
        </>
      )}
    </Edit>
  );
}
