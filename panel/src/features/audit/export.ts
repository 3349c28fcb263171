/** How far an export has come. */
export interface Progress {
  records: number;
  bytes: number;
}

export interface Exported extends Progress {
  file: Blob;
  /** The last line was there: nothing was cut off. */
  complete: boolean;
}

const KIND = /^\{"type":"(\w+)"/;
/** Parts of the file that are handed to the browser, which may put them on disk, in bytes. */
const PART = 4_000_000;

/** Reads an export line by line (docs/audit/format.md), and says how far it has come. */
export async function readExport(from: ReadableStream<Uint8Array<ArrayBuffer>>, say: (progress: Progress) => void): Promise<Exported> {
  const text = new TextDecoder();
  let file = new Blob();
  let part: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let records = 0;
  let rest = "";
  let last: string | undefined;
  const keep = () => {
    file = new Blob([file, ...part], { type: "application/jsonl" });
    part = [];
  };
  const reader = from.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    part.push(next.value);
    size += next.value.length;
    if (size - file.size >= PART) keep();
    const lines = (rest + text.decode(next.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      last = KIND.exec(line)?.[1];
      if (last === "record") records++;
    }
    say({ records, bytes: size });
  }
  keep();
  return { file, records, bytes: size, complete: last === "end" && rest === "" };
}
