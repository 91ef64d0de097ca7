/** The form of `task create`. */
import { Command } from "@commander-js/extra-typings";
import type { TaskBody } from "../../app/tasking/create-requests.ts";
import { knownPrices } from "../../app/tasking/known-prices.ts";
import type { Context } from "../../cli/context.ts";
import { effectOf } from "../../contract/endpoints.ts";
import { CONSTRAINTS, TIERS } from "../../contract/vocabulary.ts";
import { toWireConstraints } from "../../domain/wire-dialect.ts";
import { parseDuration } from "../../time/duration.ts";
import { fillForm, type Question } from "../request/form.ts";
import {
  askUntilRight,
  constraintsQuestion,
  flagIn,
  flagged,
  nameQuestion,
  priceLine,
  readMoment,
  targetQuestion,
  tierQuestion,
  typeQuestion,
} from "../request/questions.ts";
import { createSyntax, givenZone, type CreateOptions } from "./create-flags.ts";

const openQuestion = (context: Context): Question => ({
  title: "From",
  options: ["windowOpen"],
  ask: () =>
    askUntilRight(context, "Earliest collection (UTC: tomorrow 18:00)", "+1d", (text) =>
      readMoment(context, "--window-open", text),
    ),
});

const lengthQuestion = (context: Context, open: string | undefined): Question => ({
  title: "Until",
  options: ["window", "windowClose"],
  ask: (others) =>
    askUntilRight(context, "For how long, or until when (7d, 2w, friday)", "7d", (text) => {
      const length = parseDuration(text.trim());
      if (length.ok) return { ...flagged("--window", text), shown: `${text.trim()} later` };
      return /^[\d.]+[a-z]+$/i.test(text.trim())
        ? `${JSON.stringify(text)} ${length.reason}`
        : readMoment(context, "--window-close", text, open ?? flagIn(others, "--window-open"));
    }),
});

export async function askForTask(
  context: Context,
  options: CreateOptions,
  bodyOf: (context: Context, options: CreateOptions) => Promise<TaskBody>,
): Promise<TaskBody> {
  const prices = await pricesOf(context);
  const { type, tier } = options;
  const isArea = options.polygon !== undefined || options.radius !== undefined;
  const isPreApproved = (body: TaskBody): boolean =>
    effectOf("createTask", toWireConstraints(body, context.dialect)) === "spend";
  return fillForm<TaskBody>(context, {
    questions: [
      targetQuestion(context, { takesArea: true }),
      openQuestion(context),
      lengthQuestion(context, options.windowOpen),
      tierQuestion(context, { tiers: TIERS, preset: "standard", prices, type }),
      typeQuestion(context, { isArea, prices, tier }),
      nameQuestion(context),
      constraintsQuestion(context),
    ],
    given: { ...options },
    bodyOf: (asked, words) => bodyOf(asked, { ...options, ...optionsOf(words) }),
    explain: async (body) => {
      const { explainRequest, explanationText } = await import("../../domain/tasking/explain-request.ts");
      const explanation = explainRequest(
        toWireConstraints(body, context.dialect),
        givenZone(options.timeZone),
      );
      // The answers already show that there are no constraints.
      const defaults = explanation.defaults.filter((name) => !CONSTRAINTS.some((one) => one === name));
      return explanationText({ ...explanation, defaults });
    },
    price: async (body) => {
      const { geometry, properties } = body;
      return priceLine(prices, "task", {
        type: properties?.collectionType,
        tier: properties?.collectionTier,
        isPoint: geometry.type === "Point",
        isPreApproved: isPreApproved(body),
      });
    },
    isPreApproved,
    isShown: options.explain !== true,
  });
}

const pricesOf = (context: Context) =>
  context.service.isDryRun ? () => undefined : knownPrices(context, "task");

/** Parses the words as if they had been typed. */
function optionsOf(words: readonly string[]): CreateOptions {
  const options = createSyntax(new Command("swath task create")).exitOverride();
  return options.parse([...words], { from: "user" }).opts();
}
