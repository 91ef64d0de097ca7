/** Tests a key with free reads. */
import type { Client } from "../../client/client.ts";
import type { ResponseInfo } from "../../client/build-request.ts";
import { AppError } from "../../errors.ts";

export interface KeyCheck {
  /** The refusal of the collection types, for a key without tasking; undefined if they were read. */
  refusal: AppError | undefined;
}

/** Statuses of a request that may succeed later, or with another key. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 407, 408, 425, 429]);

const isRefusal = ({ status = 0, code }: AppError): boolean =>
  status >= 400 && status < 500 && !OTHER_REASONS.has(status) && code !== "NOT_AUTHENTICATED";

/**
 * Reads the collection types. If they are refused, the catalog decides: a key may be for the archive alone. Errors: those of the
 * service, such as NOT_AUTHENTICATED.
 */
export async function checkKey(
  client: Pick<Client, "listCollectionTypes" | "searchCatalog">,
  onResponse: (response: ResponseInfo) => void = () => {},
): Promise<KeyCheck> {
  try {
    await client.listCollectionTypes({ onResponse });
    return { refusal: undefined };
  } catch (error) {
    if (!(error instanceof AppError) || !isRefusal(error)) throw error;
    try {
      await client.searchCatalog({ body: { limit: 1 }, onResponse });
    } catch (other) {
      throw other instanceof AppError && isRefusal(other) ? error : other;
    }
    return { refusal: error };
  }
}

/** Returns the words for a key that the service accepts without tasking. */
export const formatRefusedTasking = ({ message }: AppError): string =>
  `the key is accepted by the catalog, and refused for tasking: ${message}`;
