/**
 * A browser that translates the page replaces texts that React still refers to: removing one of them, or inserting before it,
 * would throw and tear the page (https://github.com/facebook/react/issues/11538). What replaced it is used in its place.
 */
export function surviveTranslation(): void {
  const standIns = new WeakMap<Node, ChildNode>();
  const observer = new MutationObserver((records) => {
    let parent: Node | undefined;
    let removed: Node[] = [];
    let added: Node[] = [];
    for (const { type, target, addedNodes, removedNodes } of records) {
      // React changed a replaced text. Back in the page, it is translated again.
      if (type === "characterData" && !target.isConnected) standIns.get(target)?.replaceWith(target);
      if (parent !== target) [parent, removed, added] = [target, [], []];
      removed.push(...textsOf(removedNodes));
      added.push(...textsOf(addedNodes));
      // Chrome and Edge insert the translation before they remove the text, Safari when it has removed all texts.
      while (removed[0] && added[0]) {
        const text = removed.shift() as Node;
        standIns.set(text, added.pop() as ChildNode);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const findIn = (parent: Node, child: Node): Node | undefined =>
    [child, standIns.get(child)].find((node) => node?.parentNode === parent);
  Node.prototype.insertBefore = function (this: Node, node, before) {
    return insertBefore.call(this, node, (before && findIn(this, before)) ?? null) as typeof node;
  };
  Node.prototype.removeChild = function (this: Node, child) {
    const found = findIn(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
}

const textsOf = (nodes: NodeList): Node[] =>
  [...nodes].filter(({ nodeName }) => nodeName === "#text" || nodeName === "FONT");
