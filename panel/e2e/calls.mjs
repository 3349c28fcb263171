// @ts-check
// Calls by openapi-fetch, with the types that openapi-typescript makes of the OpenAPI document: tsc checks this file.
import createClient from "openapi-fetch";

/** @typedef {import("../../target/clients/schema.d.ts").paths} Paths */

/** @type {Record<string, string>} */
const environment = /** @type {any} */ (globalThis).process.env;
const client = /** @type {import("openapi-fetch").Client<Paths>} */ (
  createClient({ baseUrl: environment.API, headers: { Authorization: `Bearer ${environment.TOKEN}` } })
);

/**
 * @param {unknown} holds
 * @param {unknown} shown
 * @returns {asserts holds}
 */
function must(holds, shown) {
  if (!holds) throw new Error(JSON.stringify(shown));
}

const names = [];
/** @type {string | undefined} */
let cursor;
do {
  const { data } = await client.GET("/api/iam/v1/users", { params: { query: { limit: 2, cursor } } });
  must(data, "no page");
  names.push(...data.data.map((user) => user.name));
  cursor = data.next_cursor ?? undefined;
} while (cursor);
must(names.join() === "User 0,User 1,User 2,User 3,User 4", names);

/** @type {import("../../target/clients/schema.d.ts").components["schemas"]["CreateGrantRequest"]} */
const request = { subject: "user:u1", privilege_type: "role", privilege_key: "warehouse:clerk" };
const created = await client.POST("/api/iam/v1/grants", {
  params: { header: { "Idempotency-Key": "typescript-1" } },
  body: request,
});
must(created.data && created.response.status === 201, created.error);
const { id } = created.data.data;
// @ts-expect-error An answer has no such member: the types are the document's.
must(created.data.data.absent === undefined, created.data);
const read = await client.GET("/api/iam/v1/grants/{grant}", { params: { path: { grant: id } } });
must(read.data?.data.id === id, read.error);

const refused = await client.POST("/api/iam/v1/grants", { body: { ...request, privilege_key: "warehouse:absent" } });
must(refused.response.status === 422 && refused.error?.errors?.privilege_key?.length, refused.error);

const { data: lines } = await client.GET("/api/iam/v1/audit/export", { parseAs: "text" });
must(lines, "no export");
const records = String(lines).trim().split("\n").map((line) => JSON.parse(line));
must(records.at(-1).type === "end", records.at(-1));
must(records.some((record) => JSON.stringify(record).includes(id)), "the grant's record");
console.log(`${names.length} users, grant ${id}, ${records.length} lines`);
