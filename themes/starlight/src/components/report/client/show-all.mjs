/** Long tables open on their first rows; a button shows the rest. Filtering looks at all of them. */

for (const box of document.querySelectorAll("[data-limit]")) {
  const button = /** @type {HTMLButtonElement | null} */ (box.querySelector("[data-show-all]"));
  if (!button) continue;
  button.hidden = false;
  box.setAttribute("data-limited", "");
  box.querySelector("table")?.addEventListener("sorted", () => box.removeAttribute("data-limited"));
  button.addEventListener("click", () => {
    box.removeAttribute("data-limited");
    button.remove();
  });
}
