/** An order placed by a script, against a server that misbehaves at that one request. */
import type { Asked, Misbehave } from "./hostile-server.ts";
import type { Case } from "./matrix.ts";
import { json, say } from "./reply.ts";

export const isPlaced = ({ method, path }: Asked): boolean => method === "POST" && path === "/orders";

/** All other requests are answered correctly. */
export const onlyAt =
  (isMeant: (asked: Asked) => boolean, misbehave: Misbehave): Misbehave =>
  (socket, asked, count) => {
    if (isMeant(asked)) return misbehave(socket, asked, count);
    const isReview = asked.path.startsWith("/orders/review");
    const review = { authorized: true, totalCost: "$10.00", orderDetails: [] };
    say(isReview ? json(review) : json({ message: "no such thing" }, 404))(socket, asked, count);
  };

export const placing = (misbehave: Misbehave, ...more: string[]): Case => ({
  args: ["order", "place", "--item", "coast/lisbon-1", "--yes", ...more],
  serve: onlyAt(isPlaced, misbehave),
});
