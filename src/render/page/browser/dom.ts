/** Elements by id, and new elements. Text is set as text, so that content of a service never becomes markup. */

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the markup says which element has the id
export function findById<E extends Element = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element as unknown as E;
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** Returns a function that calls `work` at the next frame, once for any number of calls. */
export function schedulePerFrame(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      work();
    });
  };
}

// An enlarged picture with a caption: its content, its pixels, and their extent on the ground. Escape closes it.

interface EnlargedPicture {
  url: string;
  name: string;
  about: string;
  /** The picture's extent on the ground, as text. */
  ground: string;
}

const dialog = findById<HTMLDialogElement>("enlarged");
const large = findById<HTMLImageElement>("enlarged-picture");
let returnFocus: () => void = () => {};

findById("enlarged-close").addEventListener("click", () => dialog.close());
// A click outside the picture closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => returnFocus());

/** Shows the picture and replaces an open one; `focus` is called when it is closed. */
export function enlarge({ url, name, about, ground }: EnlargedPicture, focus: () => void): void {
  returnFocus = focus;
  Object.assign(large, { src: url, alt: name });
  findById("enlarged-name").textContent = name;
  findById("enlarged-about").textContent = about;
  const showSize = (pixels: string): void => {
    if (large.src !== url) return;
    findById("enlarged-size").textContent = ground === "" ? pixels : `${pixels} \u00b7 ${ground}`;
  };
  large.decode().then(
    () => showSize(`${large.naturalWidth} x ${large.naturalHeight} pixels`),
    () => showSize("this browser cannot draw the picture"),
  );
  if (!dialog.open) dialog.showModal();
}
