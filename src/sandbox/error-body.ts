import type { Reply } from "./exchange.ts";
import type { Refusal } from "./refusal.ts";
import type { Settings } from "./settings.ts";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const page = (refusal: Refusal): string =>
  `<!doctype html><html><head><title>${refusal.status}</title></head><body><h1>${refusal.status}</h1><p>${escapeHtml(refusal.message)}</p></body></html>\n`;

const standardBody = ({ code, message, detail }: Refusal): unknown => ({ error: { code, message, detail } });

// Spec silent: error status codes and the body of an error. We answer {error: {code, message, detail: [{path, message}]}};
// the other styles imitate what else was seen.
const BODIES: Record<Exclude<Settings["errorStyle"], "html">, (refusal: Refusal) => unknown> = {
  standard: standardBody,
  plain400: standardBody,
  text: ({ message }) => ({ error: message }),
  detail: ({ code, message, detail }) => ({
    detail: (detail.length === 0 ? [{ path: "", message }] : detail).map((fault) => ({
      loc: ["body", ...fault.path.split(".").filter((part) => part !== "")],
      msg: fault.message,
      type: code,
    })),
  }),
  message: ({ message }) => ({ message }),
  Message: ({ message }) => ({ Message: message }),
};

/** A refusal as a reply, in the style that the settings ask for. */
export function renderRefusal(refusal: Refusal, style: Settings["errorStyle"]): Reply {
  const { headers } = refusal;
  if (style === "html") {
    return {
      status: refusal.status,
      headers: { ...headers, "content-type": "text/html; charset=utf-8" },
      body: Buffer.from(page(refusal)),
    };
  }
  const isPlain = style === "plain400" && [409, 410, 413, 415, 422].includes(refusal.status);
  return { status: isPlain ? 400 : refusal.status, headers, json: BODIES[style](refusal) };
}
