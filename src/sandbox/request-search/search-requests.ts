import { type Database, storeVersion } from "../store/database.ts";
import type { RequestRecord } from "../tasking/tasking-request.ts";
import { findMatches, type RequestSearch } from "./find-matches.ts";

export interface RequestPage {
  records: RequestRecord[];
  currentPage: number;
  totalPages: number;
}

/** Searches whose matches are kept: the pages of one search cost what the page costs. */
const MOST_REMEMBERED = 8;

interface Remembered {
  version: string;
  seqs: readonly number[];
}

/** Searches over one store. */
export class RequestSearcher {
  readonly #database: Database;
  readonly #remembered = new Map<string, Remembered>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One page; `key` says everything that `search` means, `page` counts from 1. A page beyond the last is empty. */
  page(search: RequestSearch, key: string, page: number, limit: number): RequestPage {
    const seqs = this.#matches(search, key);
    const wanted = seqs.slice((page - 1) * limit, page * limit);
    const rows = this.#database.all(
      "SELECT seq, record FROM request_records WHERE seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(wanted),
    );
    const bySeq = new Map(rows.map(({ seq, record }) => [Number(seq), String(record)]));
    return {
      records: wanted.flatMap((seq) => {
        const text = bySeq.get(seq);
        return text === undefined ? [] : [JSON.parse(text) as RequestRecord];
      }),
      currentPage: page,
      totalPages: Math.max(1, Math.ceil(seqs.length / limit)),
    };
  }

  #matches(search: RequestSearch, key: string): readonly number[] {
    const version = storeVersion(this.#database);
    const kept = this.#remembered.get(key);
    this.#remembered.delete(key);
    const fresh = kept?.version === version ? kept : { version, seqs: findMatches(this.#database, search) };
    this.#remembered.set(key, fresh);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    return fresh.seqs;
  }
}
