/** A quote for an assistant: it ends soon, and is bought only with an approval. */
import { expect, it } from "vitest";
import { approveQuote } from "../../src/app/quotes/approve-quote.ts";
import { buyQuote } from "../../src/app/quotes/buy-quote.ts";
import { makeQuote } from "../../src/app/quotes/make-quote.ts";
import { searchItems } from "../../src/app/catalog/search-items.ts";
import { frontEnd } from "./app-context.ts";

it("REACH-10 REACH-11 it ends after 15 minutes, and is bought once a person has approved it", async () => {
  const { context } = await frontEnd();
  const items: { collectionId: string; granuleId: string }[] = [];
  for await (const page of searchItems(context, { body: {}, limit: 1 }))
    for (const { id = "", collection = "" } of page) items.push({ collectionId: collection, granuleId: id });
  const quote = await makeQuote(
    context,
    { order: { items } },
    { askedBy: "an assistant", isAssistant: true },
  );
  expect(Date.parse(quote.ends) - Date.parse(quote.made)).toBe(15 * 60_000);
  const needsApproval = { needsApproval: true };
  await expect(buyQuote(context, quote, needsApproval)).rejects.toMatchObject({ code: "APPROVAL_REQUIRED" });
  const person = { ...context, consent: { ...context.consent, isGiven: false, canAsk: true } };
  const approved = await approveQuote(person, quote, { by: "Ana", typeAmount: async () => quote.price });
  const edited = { ...approved, price: "$1.00" };
  await expect(buyQuote(context, edited, needsApproval)).rejects.toMatchObject({ code: "QUOTE_REFUSED" });
  expect(await buyQuote(context, approved, needsApproval)).toMatchObject({ order: { price: quote.price } });
  await expect(buyQuote(context, approved, needsApproval)).rejects.toMatchObject({ code: "QUOTE_REFUSED" });
});
