pageUrl = location.pathname + location.search;
(() => {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const link of document.querySelectorAll("link[rel=modulepreload]")) link.removeAttribute("media");
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector('script[type="text/later"]').textContent;
    document.head.append(script);
    script.remove();
  };
  document.addEventListener("DOMContentLoaded", () => {
    setTimeout(start, 3000);
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, start, { once: true });
  });
  addEventListener("load", () => {
    // Some browsers report no paint for a page without text or pictures.
    setTimeout(start, 250);
    new PerformanceObserver((_paints, observer) => {
      observer.disconnect();
      start();
    }).observe({ type: "paint", buffered: true });
  });
})();
