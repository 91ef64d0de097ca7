import { defineReject } from "../request/reject.ts";

export const reject = defineReject("repeat");
