/** The reading half of the charging server: its records can be searched and read. */

const ESTIMATE = {
  transactionStatus: "completed",
  order: { summary: { total: "$10.00" } },
  costPerImageEstimate: "$10.00",
};
const SUFFIXES = { task: "TRID", collects: "CID", "repeat-request": "RRID" };

/** The sent properties with those of the service; a retask's description ends in the id of its original. */
export function recordOf({ makes }, path, body, id) {
  const noun = makes === "repeat" ? "repeat" : "tasking";
  const [, kind, copied, last] = path.split("/");
  const { retaskRequestName, retaskRequestDescription = "", ...properties } = body.properties ?? {};
  return {
    ...body,
    properties: {
      ...properties,
      ...(last === "retask" && {
        [`${noun}requestName`]: retaskRequestName,
        [`${noun}requestDescription`]: `${retaskRequestDescription} - ${SUFFIXES[kind]}: ${copied}`,
      }),
      [`${noun}requestId`]: id,
      submissionTime: new Date().toISOString(),
      lastStatusCode: makes === "approval" ? "submitted" : "received",
    },
  };
}

/** The page of the records submitted in the requested interval. */
export function searchPage(records, body) {
  const { submissionTime = "" } = body.query ?? body.queryParams ?? body.filter ?? {};
  const [from, to] = submissionTime.split("/").map(Date.parse);
  const found = records.filter(({ properties }) => {
    const at = Date.parse(properties.submissionTime);
    return !(at < from || at > to);
  });
  const { limit = 500, page = 1 } = body;
  return {
    results: found.slice((page - 1) * limit, page * limit),
    totalPages: Math.max(1, Math.ceil(found.length / limit)),
  };
}

/** A task or series that waits for an approval, until it is approved. */
export function requestRecord(noun, id, isApproved) {
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [177.99, -16.85] },
    properties: {
      [noun === "task" ? "taskingrequestId" : "repeatrequestId"]: id,
      lastStatusCode: isApproved ? "submitted" : "review",
      preApproval: id.includes("-pre-"),
      ...ESTIMATE,
    },
  };
}
