/** An export's first line and the line of its first record, as they were sent. */
export interface Lines {
  header: string;
  record: string;
}

const RECORD = '{"type":"record"';

/** Reads an export as far as its first record; undefined where it ends before. */
export async function firstRecord(from: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Lines | undefined> {
  const text = new TextDecoder();
  const reader = from.getReader();
  let rest = "";
  let header: string | undefined;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + text.decode(next.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    header ??= lines[0];
    const record = lines.find((line) => line.startsWith(RECORD));
    if (header !== undefined && record !== undefined) {
      await reader.cancel();
      return { header, record };
    }
  }
  return undefined;
}

/** The file of one record, with all that checks it (docs/audit/format.md). The line of the record is not written anew: its text is what was hashed. */
export function savedRecord({ header, record }: Lines, proof: string, check: string): string {
  const { version, origin, organization_id, keys } = JSON.parse(header) as Record<string, unknown>;
  return `${JSON.stringify({ type: "proof", version, origin, organization_id, keys, proof, check })}\n${record}\n`;
}
