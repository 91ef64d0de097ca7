import type { PictureKind } from "./decode-picture.ts";

/** Returns the `data:` URL of a picture in a page. */
export const dataUrl = ({ kind, bytes }: { kind: PictureKind; bytes: Buffer }): string =>
  `data:image/${kind};base64,${bytes.toString("base64")}`;

/** Only pictures of ours: no SVG, which may contain markup, and no address. */
const PICTURE_URL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]*={0,2}$/;

/** Returns the `data:` URL of a PNG or JPEG; undefined for anything else. */
export const pictureUrl = (url: string | undefined): string | undefined =>
  url !== undefined && PICTURE_URL.test(url) ? url : undefined;
