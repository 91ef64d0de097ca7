/** A tool: what an assistant can ask for. */
import type * as z from "zod";
import type { Answer } from "./answer.ts";
import type { CallContext } from "./call.ts";

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Default: the tool reads, and changes nothing. */
  writes?: "files" | "quote" | "purchase";
  run: (context: CallContext, input: z.output<Input>) => Promise<Answer>;
}

/** Checks that the arguments of `run` are those of `input`. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool;
