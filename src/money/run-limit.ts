/**
 * The limit of a run that buys several things, such as a watch with `--order` or the approval of a list. Each price is
 * reserved before its request is sent, and given back only after a proven refusal. With a limit of $500 and requests at
 * $200, the third one is not sent, also if no response came to the first two. A run that subtracts a price after each
 * usable response sends more than its limit as soon as responses are lost, or have a higher price than the review.
 */
import { addMoney, isAboveLimit, moneyText, parseMoney, restOf, type Money } from "../domain/price/money.ts";

/** The outcome of a request whose price was reserved. */
export type ReservedOutcome =
  /** It was not sent, or the service refused it. */
  | { state: "refused" }
  /** It may have been accepted. */
  | { state: "unknown" }
  /** `price`: that of the response, in the service's format; undefined if it has none. */
  | { state: "accepted"; price: string | undefined };

/** Why a run sends nothing more: its next request could also be charged beyond the limit. */
export type RunStop =
  | { because: "unknown" }
  /** A response had a higher price than its review, or one that cannot be compared with it: a review is no maximum. */
  | { because: "higherPrice"; reviewed: string; charged: string };

export class RunLimit {
  /** All prices that were charged, that may have been charged, and that are reserved. */
  #taken: Money;
  #accepted: Money;
  #stop: RunStop | undefined;

  /** `given`: undefined for a run without a limit, which stops for the same reasons. `dollar`: the meaning of `$`. */
  constructor(
    readonly given: Money | undefined,
    private readonly dollar: string,
  ) {
    this.#taken = { currency: given?.currency ?? "", amount: "0" };
    this.#accepted = this.#taken;
  }

  get stop(): RunStop | undefined {
    return this.#stop;
  }

  /** The sum of the accepted prices, each the higher one of review and response. */
  get accepted(): Money {
    return this.#accepted;
  }

  /** The rest of the limit; undefined without a limit, and while nothing was taken from it. */
  get left(): Money | undefined {
    return this.given === undefined || isZero(this.#taken) ? undefined : restOf(this.given, this.#taken);
  }

  /**
   * Reserves a price before its request is sent. Returns the function that is called once with the outcome; undefined if the
   * price does not fit, or if the run has stopped. Without a limit every price fits.
   */
  reserve(price: string | undefined): ((outcome: ReservedOutcome) => void) | undefined {
    if (this.#stop !== undefined) return undefined;
    const sum = addMoney(this.#taken, price, this.dollar);
    if (
      this.given !== undefined &&
      (sum === undefined || isAboveLimit(moneyText(sum), this.given, this.dollar))
    )
      return undefined;
    const reserved = sum && parseMoney(price ?? "");
    this.#taken = sum ?? this.#taken;
    return (outcome) => this.#settle(reserved, outcome);
  }

  #settle(reserved: Money | undefined, outcome: ReservedOutcome): void {
    if (outcome.state === "unknown") this.#stop ??= { because: "unknown" };
    if (reserved === undefined || outcome.state === "unknown") return;
    const others = { ...restOf(this.#taken, reserved), currency: this.#taken.currency };
    if (outcome.state === "refused") {
      this.#taken = others;
      return;
    }
    const reviewed = moneyText(reserved);
    const charged = outcome.price ?? reviewed;
    const isHigher = isAboveLimit(charged, reserved, this.dollar);
    if (isHigher) this.#stop ??= { because: "higherPrice", reviewed, charged };
    const price = isHigher && addMoney(others, charged, this.dollar) !== undefined ? charged : reviewed;
    this.#taken = addMoney(others, price, this.dollar) ?? this.#taken;
    this.#accepted = addMoney(this.#accepted, price, this.dollar) ?? this.#accepted;
  }
}

const isZero = ({ amount }: Money): boolean => !/[1-9]/.test(amount);
