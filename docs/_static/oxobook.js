"use strict";
// What the theme leaves out for those who listen to a page or use no mouse.

addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.setAttribute("aria-level", "2");
  if (!document.querySelector("h1")) {
    const heading = document.createElement("h1");  // the page of the search has none
    heading.textContent = document.title.split(" - ")[0];
    document.querySelector("article")?.prepend(heading);
  }
  document.querySelector("aside.sidebar-drawer")?.setAttribute("aria-label", "All pages");
  document.querySelector("aside.toc-drawer")?.setAttribute("aria-label", "On this page");
  // what scrolls sideways can be scrolled by keys
  const reachable = () => {
    for (const box of document.querySelectorAll("article pre, article .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  reachable();
  addEventListener("resize", reachable);
});
