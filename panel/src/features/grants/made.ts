import { store } from "../../app/store";
import type { Body } from "./form";

/** The grant that was just made, for the list that is shown after it. */
export const made = store<Body | undefined>(undefined);
