import { COLLECTION_TYPES } from "../tasking/collection-types.ts";
import type { Handler } from "./handler.ts";

// Spec silent: the fields of a collection type and the list's shape. We answer an array of objects; the settings have the
// other ways.
/** `GET /collectiontypes`: every collection type with its properties and the constraints it defaults to. */
export const listCollectionTypes: Handler = ({ settings }) => {
  switch (settings.collectionTypesShape) {
    case "names":
      return { json: COLLECTION_TYPES.map(({ name }) => name) };
    case "results":
      return { json: { results: COLLECTION_TYPES, currentPage: 1, totalPages: 1 } };
    case "keyed":
      return { json: Object.fromEntries(COLLECTION_TYPES.map(({ name, ...rest }) => [name, rest])) };
    case "array":
      return { json: COLLECTION_TYPES };
  }
};
