/** A value inside of a text. */
export type Shown = string | number | undefined;
