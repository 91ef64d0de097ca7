import { defineApprove } from "../request/approve.ts";

export const approve = defineApprove("task");
