import { defineWait } from "../request/wait.ts";

export const wait = defineWait("repeat");
