/** Counts the images of each series so far: its completed tasks, from one search for all of them. */
import type { AppContext } from "../context.ts";
import type { TaskRecord } from "../../contract/read-record.ts";
import { searchRequests } from "./search-requests.ts";

export async function countCompletedImages(
  context: AppContext,
  seriesIds: readonly string[],
): Promise<Map<string, number>> {
  const images = new Map(seriesIds.map((id) => [id, 0]));
  const query = {
    repeatrequestId: [...seriesIds],
    lastStatusCode: "completed",
    includeRepeatingTasks: true,
  };
  for await (const page of searchRequests(context, { noun: "task", body: { query }, all: true })) {
    for (const { repeatId = "" } of page as readonly TaskRecord[]) {
      const count = images.get(repeatId);
      if (count !== undefined) images.set(repeatId, count + 1);
    }
  }
  return images;
}
