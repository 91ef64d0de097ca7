/** The form of `repeat create`. */
import { Command } from "@commander-js/extra-typings";
import type { RepeatBody } from "../../app/tasking/create-requests.ts";
import { knownPrices } from "../../app/tasking/known-prices.ts";
import type { Context } from "../../cli/context.ts";
import { askChoice } from "../../cli/input/prompt.ts";
import { effectOf } from "../../contract/endpoints.ts";
import { toWireRepeat } from "../../domain/wire-dialect.ts";
import { objectOf } from "../../contract/json-object.ts";
import { REPEAT_TIERS } from "../../contract/vocabulary.ts";
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
import { createSyntax, type CreateOptions } from "./create-flags.ts";

const startQuestion = (context: Context): Question => ({
  title: "From",
  options: ["from"],
  ask: () =>
    askUntilRight(context, "First collection from (UTC: tomorrow 18:00)", "+1d", (text) =>
      readMoment(context, "--from", text),
    ),
});

const intervalQuestion = (context: Context): Question => ({
  title: "Every",
  options: ["interval"],
  ask: () =>
    askUntilRight(context, "Days between the images (7, 36h, 2w)", "7", (text) => {
      const word = text.trim();
      if (/^\d+(\.\d+)?$/.test(word))
        return { ...flagged("--interval", word), shown: word === "1" ? "day" : `${word} days` };
      const length = parseDuration(word);
      return length.ok ? flagged("--interval", word) : `${JSON.stringify(text)} ${length.reason}`;
    }),
});

const endQuestion = (context: Context, from: string | undefined): Question => ({
  title: "Ends",
  options: ["count", "to", "untilCanceled"],
  ask: async (others) => {
    const end = await askChoice(
      context.world,
      "When does the series end?",
      [
        { value: "count", name: "after a number of images" },
        { value: "to", name: "at a time" },
        { value: "never", name: "when it is cancelled: its sum has no bound" },
      ],
      "count",
    );
    if (end === "never") return { words: ["--until-canceled"], shown: "when it is cancelled" };
    if (end === "count")
      return askUntilRight(context, "How many images", "10", (text) =>
        /^[1-9]\d*$/.test(text.trim())
          ? { ...flagged("--count", text), shown: `after ${text.trim()} images` }
          : `${JSON.stringify(text)} is not a number of images`,
      );
    return askUntilRight(context, "Until when (UTC: a date, +90d)", "+90d", (text) =>
      readMoment(context, "--to", text, from ?? flagIn(others, "--from")),
    );
  },
});

export async function askForSeries(
  context: Context,
  options: CreateOptions,
  bodyOf: (context: Context, options: CreateOptions) => Promise<RepeatBody>,
): Promise<RepeatBody> {
  const prices = context.service.isDryRun ? () => undefined : await knownPrices(context, "repeat");
  const { type, tier } = options;
  const isPreApproved = (body: RepeatBody): boolean =>
    effectOf("createRepeat", toWireRepeat(body, context.dialect)) === "spend";
  return fillForm<RepeatBody>(context, {
    questions: [
      targetQuestion(context, { takesArea: false }),
      startQuestion(context),
      intervalQuestion(context),
      endQuestion(context, options.from),
      tierQuestion(context, { tiers: REPEAT_TIERS, preset: "routine", prices, type }),
      typeQuestion(context, { isArea: false, prices, tier }),
      nameQuestion(context),
      constraintsQuestion(context),
    ],
    given: { ...options },
    bodyOf: (asked, words) => bodyOf(asked, { ...options, ...optionsOf(words) }),
    explain: async (body) => {
      const { seriesText } = await import("../../domain/tasking/explain-request.ts");
      return seriesText(body);
    },
    price: async (body) => {
      const { collectionType, collectionTier } = objectOf(objectOf(body)["properties"]);
      const facts = { type: collectionType, tier: collectionTier, isPoint: true };
      return priceLine(prices, "repeat", { ...facts, isPreApproved: isPreApproved(body) });
    },
    isPreApproved,
    isShown: true,
  });
}

/** Parses the words as if they had been typed. */
function optionsOf(words: readonly string[]): CreateOptions {
  const options = createSyntax(new Command("swath repeat create")).exitOverride();
  return options.parse([...words], { from: "user" }).opts();
}
