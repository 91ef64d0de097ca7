import { defineGet } from "../request/get.ts";

export const get = defineGet("repeat");
