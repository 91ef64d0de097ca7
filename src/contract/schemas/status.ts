/** The two status patches: key and value differ between single tasks and repeat requests. */
import * as z from "zod/mini";
import { REPEAT_DECISIONS, TASK_DECISIONS } from "../vocabulary.ts";
import { makeEnum } from "./fields.ts";

export const TaskStatusBody = z.looseObject({ status: makeEnum(TASK_DECISIONS) });
export const RepeatStatusBody = z.looseObject({ code: makeEnum(REPEAT_DECISIONS) });
