/** Elements by id, and new elements. Text is set as text, so that content of a service never becomes markup. */

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the markup says which element has the id
export function byId<E extends Element = HTMLElement>(id: string): E {
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
export function eachFrame(work: () => void): () => void {
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
