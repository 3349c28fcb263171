/** The name of the log in the checkpoint of a proof, as a word for a shell; a place for it where it is none. */
export function originOf(proof: string): string {
  // The checkpoint begins after the first empty line, with its origin.
  const name = /\n\n([^\n]+)\n/.exec(proof)?.[1] ?? "";
  return /^[\w.:/-]+$/.test(name) ? name : "ORIGIN";
}
